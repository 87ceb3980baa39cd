import type { Store } from "../../store/store";
import { bestNames, bestOf } from "../../ui/best-of";
import { closenessTo } from "../../ui/closeness";
import type { Group, User } from "../../wire/wire";
import { commandWords } from "../../words/en-commands";
import { formatWords } from "../../words/en-format";
import { type Emoji, findEmoji, loadEmoji } from "../emoji/emoji";
import { languagesLike, loadLanguages } from "./code-languages";
import { commands } from "./slash-commands";

/** A suggestion while typing. */
export interface Suggestion {
  readonly key: string;
  readonly label: string;
  /** Distinguishes it from others with the same name. */
  readonly detail?: string;
  readonly userId?: number;
  readonly emoji?: Emoji;
  /** The text to insert. */
  readonly text: string;
  /** The text to insert before one of the channel's topics. */
  readonly topicsText?: string;
}

/** The unfinished word that suggestions are for. */
export interface TypedName {
  readonly kind: "mention" | "channel" | "topic" | "emoji" | "command" | "language" | "time";
  readonly from: number;
  readonly query: string;
  /** The channel whose topics are suggested. */
  readonly channel?: string;
}

const forms: readonly (readonly [TypedName["kind"], RegExp])[] = [
  ["topic", /(?:^|[\s([{])(#\*\*([^*>]+)>([^*]*))$/],
  ["topic", /(?:^|[\s([{])(#([^\s*>#][^*>#]*)>([^*]*))$/],
  ["channel", /(?:^|[\s([{])(#(?:\*\*)?([^\s*>#][^*>#\n]{0,40})?)$/],
  ["mention", /(?:^|[\s([{"'])(@_?(?:\*\*?)?([^\s*@][^*@\n]{0,40})?)$/],
  ["emoji", /(?:^|[\s([{])(:([a-z0-9_+-]{2,}))$/i],
  ["command", /^(\/([a-z]*))$/],
  ["language", /(?:^|\n)(?:`{3,}|~{3,}) *(([\w+#./-]+))$/],
  ["time", /(<time(?::([^<>\n]*))?)$/],
];

/** The name being typed before the caret. */
export const typedBefore = (text: string): TypedName | undefined => {
  for (const [kind, form] of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const [, whole = "", first = "", second = ""] = found;
    const from = text.length - whole.length;
    return kind === "topic" ? { kind, from, channel: first, query: second } : { kind, from, query: first };
  }
  return undefined;
};

/** Loads what suggestions for a name need. */
export const loadFor = async ({ kind }: TypedName): Promise<void> => {
  if (kind === "emoji") await loadEmoji();
  else if (kind === "language") await loadLanguages();
};

const most = 8;
/** Who can be mentioned: people, groups, everyone. */
type Mentioned = User | Group | { readonly wildcard: string };

const mentions = (store: Store, query: string): readonly Suggestion[] => {
  const { people, groups, ownId } = store;
  const users = [...people.value.users.values()].filter(
    ({ is_active, is_system_bot }) => is_active && !is_system_bot,
  );
  const names = new Map<string, number>();
  for (const { full_name } of users) names.set(full_name, (names.get(full_name) ?? 0) + 1);
  const teams = [...groups.value.values()].filter(
    ({ is_system_group, deactivated }) => !is_system_group && !deactivated,
  );
  const wildcards = ["all", "everyone", "topic"].map((name) => ({ wildcard: name }));
  const nameOf = (one: Mentioned): string =>
    "wildcard" in one ? one.wildcard : "full_name" in one ? one.full_name : one.name;
  const distance = closenessTo(store);
  const found = bestOf<Mentioned>([...users, ...teams, ...wildcards], nameOf, query, most, (one) =>
    "full_name" in one && one.user_id !== ownId ? distance(one) : Number.POSITIVE_INFINITY,
  );
  return found.map((one): Suggestion => {
    const label = nameOf(one);
    if ("wildcard" in one) return { key: label, label, text: `@**${label}** ` };
    if (!("full_name" in one))
      return { key: `group ${one.id}`, label, detail: one.description, text: `@*${label}* ` };
    const isOne = names.get(label) === 1;
    return {
      key: `user ${one.user_id}`,
      label,
      ...(one.delivery_email !== null && { detail: one.delivery_email }),
      userId: one.user_id,
      text: `@**${label}${isOne ? "" : `|${one.user_id}`}** `,
    };
  });
};

/** Suggestions for what is being typed; the caller supplies a channel's topics. */
export const suggestionsFor = (
  typed: TypedName,
  store: Store,
  topics: readonly string[],
): readonly Suggestion[] => {
  const { query } = typed;
  switch (typed.kind) {
    case "mention":
      return mentions(store, query);
    case "channel":
      return bestOf(
        [...store.channels.value.known.values()].filter(({ is_archived }) => !is_archived),
        ({ name }) => name,
        query,
        most,
        ({ stream_id }) => (store.channels.value.subscribed.has(stream_id) ? 0 : 1),
      ).map((one) => ({
        key: `${one.stream_id}`,
        label: `#${one.name}`,
        detail: one.description,
        text: `#**${one.name}** `,
        topicsText: `#**${one.name}>`,
      }));
    case "topic":
      return bestNames(topics, query, most).map((name) => ({
        key: name,
        label: name,
        text: `#**${typed.channel}>${name}** `,
      }));
    case "emoji":
      return findEmoji(store, query, most).map((emoji) => ({
        key: emoji.code,
        label: `:${emoji.name}:`,
        emoji,
        text: `:${emoji.name}: `,
      }));
    case "language":
      return languagesLike(store, query, most).map(({ name, detail }) => ({
        key: name,
        label: name,
        ...(detail !== undefined && { detail }),
        text: name,
      }));
    case "time":
      return [{ key: "time", label: formatWords.chooseTime, text: "" }];
    case "command":
      return (
        commands
          // A suggestion that is already typed in full doesn't catch Enter, so the message is sent.
          .filter((name) => name.startsWith(`/${query}`) && name !== `/${query}`)
          .map((name) => ({ key: name, label: name, detail: commandWords[name] ?? "", text: `${name} ` }))
      );
  }
};
