/** Names that mention every subscriber of the channel. */
export const channelWildcards: readonly string[] = ["all", "everyone", "channel", "stream"];
/** Names that mention every participant of the topic. */
export const topicWildcards: readonly string[] = ["topic"];

/** Names in a message's source. Some may turn out not to be mentions, such as names inside code. */
export interface SourceNames {
  /** As `name`, `name|id` or `|id`. */
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly channels: ReadonlySet<string>;
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
}

const userOrGroup = /@_?(\*\*?)([^*]+)\*/g;
const channelOrTopic = /#\*\*([^*]+)\*\*/g;

/** Finds names with regular expressions, without parsing Markdown. */
export const namesInSource = (source: string): SourceNames => {
  const users = new Set<string>();
  const groups = new Set<string>();
  const channels = new Set<string>();
  const topics: { readonly channel: string; readonly topic: string }[] = [];
  if (source.includes("@"))
    for (const [, stars, name = ""] of source.matchAll(userOrGroup))
      (stars === "**" ? users : groups).add(name);
  if (source.includes("#**"))
    for (const [, inner = ""] of source.matchAll(channelOrTopic)) {
      const [channel = "", ...rest] = inner.split(">");
      channels.add(channel).add(inner);
      if (rest.length > 0) topics.push({ channel, topic: rest.join(">") });
    }
  return { users, groups, channels, topics };
};

const withId = /^(?:.+)?\|(\d+)$/s;

/** The id in a mention such as `name|id`, if it has one. */
export const mentionedId = (inner: string): number | undefined => {
  const id = withId.exec(inner)?.[1];
  return id === undefined ? undefined : Number(id);
};
