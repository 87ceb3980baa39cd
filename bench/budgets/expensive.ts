import { firstChannel } from "../history";
import type { Person } from "../seed";

/** What requests name of the organization that is measured. */
export interface Facts {
  readonly people: readonly Person[];
  /** A message of a topic of 25,000, in the channel that has a fifth of all messages. */
  readonly inLongTopic: number;
  /** The channel that everybody is in. */
  readonly bigChannelId: number;
}

/** The most expensive request of a kind that somebody who may make it can make. */
export interface Expensive {
  readonly cost: string;
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string | ((facts: Facts) => string);
  readonly form: (people: readonly Person[]) => Readonly<Record<string, unknown>>;
  /** Who makes it; a member where absent. */
  readonly by?: "owner";
}

const ids = (people: readonly Person[]): readonly number[] => people.map(({ id }) => id);
const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(" ");
const list = "- **a** [b](https://example.com/x) `c` :tada: @_**User 5**\n".repeat(180).slice(0, 10_000);
const formula = `$$${"\\frac{a^2}{b_1} + ".repeat(90)}1$$`;

/** In the order in which they are made: later ones find what earlier ones left. */
export const expensive: readonly Expensive[] = [
  {
    cost: "anonymous",
    title: "what the server is",
    method: "GET",
    path: "/server_settings",
    form: () => ({}),
  },
  { cost: "register", title: "everything there is", method: "POST", path: "/register", form: () => ({}) },
  { cost: "read", title: "all people", method: "GET", path: "/users", form: () => ({}) },
  {
    cost: "read",
    title: "all channels with their subscribers",
    method: "GET" as const,
    path: "/users/me/subscriptions",
    form: () => ({ include_subscribers: true }),
  },
  {
    cost: "read",
    title: "5,000 messages",
    method: "GET" as const,
    path: "/messages",
    form: () => ({ anchor: "newest", num_before: 5000, num_after: 0 }),
  },
  {
    cost: "search",
    title: "50 words in a million messages",
    method: "GET" as const,
    path: "/messages",
    form: () => ({
      anchor: "newest",
      num_before: 100,
      num_after: 0,
      narrow: [
        { operator: "channels", operand: "public" },
        { operator: "search", operand: words },
      ],
    }),
  },
  {
    cost: "write",
    title: "a message of 10,000 characters of Markdown",
    method: "POST" as const,
    path: "/messages",
    form: ([, , other]) => ({ type: "direct", to: [other?.id], content: list }),
  },
  {
    cost: "write",
    title: "formulas of 2,000 characters",
    method: "POST" as const,
    path: "/messages/render",
    form: () => ({ content: formula }),
  },
  {
    cost: "bulk",
    title: "10,000 people into a channel",
    method: "POST" as const,
    path: "/users/me/subscriptions",
    form: (people) => ({ subscriptions: [{ name: "by one request" }], principals: ids(people) }),
  },
  {
    cost: "bulk",
    title: "a channel of 10,000 people",
    method: "POST" as const,
    path: "/channels/create",
    form: (people) => ({ name: "made with all", subscribers: ids(people) }),
  },
  {
    cost: "bulk",
    title: "10,000 people out of a channel",
    method: "DELETE" as const,
    path: "/users/me/subscriptions",
    form: (people) => ({ subscriptions: ["by one request"], principals: ids(people) }),
  },
  {
    cost: "bulk",
    title: "5,000 messages starred",
    method: "POST" as const,
    path: "/messages/flags/narrow",
    form: () => ({
      anchor: "newest",
      num_before: 5000,
      num_after: 0,
      op: "add",
      flag: "starred",
      narrow: [],
    }),
  },
  {
    cost: "bulk",
    title: "100 new channels",
    method: "POST" as const,
    path: "/users/me/subscriptions",
    form: () => ({
      subscriptions: Array.from({ length: 100 }, (_, index) => ({ name: `hundred ${index}` })),
    }),
  },
  {
    cost: "bulk",
    title: "a group of 10,000 people",
    method: "POST" as const,
    path: "/user_groups/create",
    form: (people) => ({ name: "all of us", description: "", members: ids(people) }),
  },
  {
    cost: "bulk",
    title: "50,000 unread messages read",
    method: "POST" as const,
    path: "/mark_all_as_read",
    form: () => ({}),
  },
  {
    cost: "bulk",
    title: "10,000 alert words",
    method: "POST" as const,
    path: "/users/me/alert_words",
    form: () => ({ alert_words: Array.from({ length: 10_000 }, (_, index) => `alert ${index}`) }),
  },
  { cost: "read", title: "all groups", method: "GET" as const, path: "/user_groups", form: () => ({}) },
  {
    cost: "bulk",
    title: "a channel of 10,000 people made private",
    method: "PATCH" as const,
    path: ({ bigChannelId }) => `/streams/${bigChannelId}`,
    form: () => ({ is_private: true }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a topic of 25,000 messages to another channel",
    method: "PATCH" as const,
    path: ({ inLongTopic }) => `/messages/${inLongTopic}`,
    form: () => ({ stream_id: firstChannel + 2, propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a topic of 25,000 messages to another name",
    method: "PATCH" as const,
    path: ({ inLongTopic }) => `/messages/${inLongTopic}`,
    form: () => ({ topic: "another name", propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a topic of 25,000 messages deleted",
    method: "POST" as const,
    path: `/streams/${firstChannel + 2}/delete_topic`,
    form: () => ({ topic_name: "another name" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "somebody in 1,000 channels deactivated",
    method: "DELETE" as const,
    path: ({ people }) => `/users/${people[1]?.id}`,
    form: () => ({}),
    by: "owner",
  },
  {
    cost: "password",
    title: "a login",
    method: "POST" as const,
    path: "/fetch_api_key",
    form: () => ({ username: "nobody@example.com", password: "a guess" }),
  },
];
