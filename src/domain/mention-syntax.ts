/** What mentions everyone who gets a message of the channel. */
export const channelWildcards: readonly string[] = ["all", "everyone", "channel", "stream"];
/** What mentions everyone who took part in the topic. */
export const topicWildcards: readonly string[] = ["topic"];

/** What a message's source may name: more than it does in the end, for code names nobody. */
export interface Named {
  /** By name, by `name|id` or by `|id`. */
  readonly users: ReadonlySet<string>;
  readonly groups: ReadonlySet<string>;
  readonly channels: ReadonlySet<string>;
  readonly topics: readonly { readonly channel: string; readonly topic: string }[];
}

const userOrGroup = /@_?(\*\*?)([^*]+)\*/g;
const place = /#\*\*([^*]+)\*\*/g;

/** Looks for names in one go, without reading the Markdown around them. */
export const namedIn = (source: string): Named => {
  const users = new Set<string>();
  const groups = new Set<string>();
  const channels = new Set<string>();
  const topics: { readonly channel: string; readonly topic: string }[] = [];
  if (source.includes("@"))
    for (const [, stars, name = ""] of source.matchAll(userOrGroup))
      (stars === "**" ? users : groups).add(name);
  if (source.includes("#**"))
    for (const [, words = ""] of source.matchAll(place)) {
      const [channel = "", ...rest] = words.split(">");
      channels.add(channel).add(words);
      if (rest.length > 0) topics.push({ channel, topic: rest.join(">") });
    }
  return { users, groups, channels, topics };
};

const withId = /^(?:.+)?\|(\d+)$/s;

/** The id that a mention gives, as `name|id`. */
export const mentionedId = (words: string): number | undefined => {
  const id = withId.exec(words)?.[1];
  return id === undefined ? undefined : Number(id);
};
