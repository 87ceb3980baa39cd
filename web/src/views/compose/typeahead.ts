import type { User } from "../../api/wire";
import type { Store } from "../../store/store";
import { type Emoji, findEmoji } from "../emoji/emoji";
import { bestOf } from "../ranking";

/** What could go where somebody types. */
export interface Suggestion {
  readonly key: string;
  readonly label: string;
  /** What tells it from others of the name. */
  readonly detail?: string;
  readonly userId?: number;
  readonly emoji?: Emoji;
  /** What is put in. */
  readonly text: string;
}

/** The unfinished word that suggestions are for. */
export interface Asked {
  readonly kind: "mention" | "channel" | "topic" | "emoji" | "command";
  readonly from: number;
  readonly query: string;
  /** Whose topics. */
  readonly channel?: string;
}

const forms: readonly (readonly [Asked["kind"], RegExp])[] = [
  ["topic", /(?:^|[\s([{])(#\*\*([^*>]+)>([^*]*))$/],
  ["topic", /(?:^|[\s([{])(#([^\s*>#][^*>#]*)>([^*]*))$/],
  ["channel", /(?:^|[\s([{])(#(?:\*\*)?([^\s*>#][^*>#\n]{0,40})?)$/],
  ["mention", /(?:^|[\s([{"'])(@_?(?:\*\*?)?([^\s*@][^*@\n]{0,40})?)$/],
  ["emoji", /(?:^|[\s([{])(:([a-z0-9_+-]{2,}))$/i],
  ["command", /^(\/([a-z]*))$/],
];

/** What somebody is typing the name of, before the caret. */
export const askedBefore = (text: string): Asked | undefined => {
  for (const [kind, form] of forms) {
    const found = form.exec(text);
    if (found === null) continue;
    const [, whole = "", first = "", second = ""] = found;
    const from = text.length - whole.length;
    return kind === "topic" ? { kind, from, channel: first, query: second } : { kind, from, query: first };
  }
  return undefined;
};

const most = 8;
/** What a message begins with to be more than words. */
const openings = ["/me", "/poll", "/todo"];
/** What the server does for whoever writes it, alone. */
const orders = ["/ping", "/dark", "/light", "/fluid-width", "/fixed-width"];
const commands = [...openings, ...orders];

/** Whether it is no message but something to do. */
export const isCommand = (content: string): boolean => orders.includes(content.trim());

/** How far people are: those one has written with lately are near, bots and guests are far. */
export const nearnessTo = ({ directs }: Store): ((user: User) => number) => {
  const newest = new Map<number, number>();
  for (const { userIds, newest: id } of directs.value.values())
    for (const userId of userIds) newest.set(userId, Math.max(id, newest.get(userId) ?? 0));
  return ({ user_id, is_bot }) => (is_bot ? 1 : -(newest.get(user_id) ?? 0));
};

const mentions = (store: Store, query: string): readonly Suggestion[] => {
  const { people, groups, ownId } = store;
  const users = [...people.value.users.values()].filter(
    ({ is_active, is_system_bot, user_id }) => is_active && !is_system_bot && user_id !== ownId,
  );
  const names = new Map<string, number>();
  for (const { full_name } of users) names.set(full_name, (names.get(full_name) ?? 0) + 1);
  const persons = bestOf(users, ({ full_name }) => full_name, query, most, nearnessTo(store)).map(
    (user): Suggestion => {
      const isOne = names.get(user.full_name) === 1;
      return {
        key: `user ${user.user_id}`,
        label: user.full_name,
        ...(user.delivery_email !== null && { detail: user.delivery_email }),
        userId: user.user_id,
        text: `@**${user.full_name}${isOne ? "" : `|${user.user_id}`}** `,
      };
    },
  );
  const all = ["all", "everyone", "topic"].map(
    (name): Suggestion => ({ key: name, label: name, text: `@**${name}** ` }),
  );
  const teams = [...groups.value.values()]
    .filter(({ is_system_group, deactivated }) => !is_system_group && !deactivated)
    .map(
      ({ id, name, description }): Suggestion => ({
        key: `group ${id}`,
        label: name,
        detail: description,
        text: `@*${name}* `,
      }),
    );
  return [...persons, ...bestOf([...teams, ...all], ({ label }) => label, query, most)].slice(0, most);
};

/** What fits where somebody types; topics of a channel must be given. */
export const suggestionsFor = (
  asked: Asked,
  store: Store,
  topics: readonly string[],
): readonly Suggestion[] => {
  const { query } = asked;
  switch (asked.kind) {
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
      }));
    case "topic":
      return bestOf(
        topics,
        (name) => name,
        query,
        most,
        (name) => topics.indexOf(name),
      ).map((name) => ({
        key: name,
        label: name,
        text: `#**${asked.channel}>${name}** `,
      }));
    case "emoji":
      return findEmoji(store, query, most).map((emoji) => ({
        key: emoji.code,
        label: `:${emoji.name}:`,
        emoji,
        text: `:${emoji.name}: `,
      }));
    case "command":
      return (
        commands
          // What is written in full is sent by the next Enter.
          .filter((name) => name.startsWith(`/${query}`) && name !== `/${query}`)
          .map((name) => ({ key: name, label: name, text: `${name} ` }))
      );
  }
};
