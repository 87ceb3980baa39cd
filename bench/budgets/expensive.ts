import { firstChannel } from "../history";
import { bigChannel, type Person } from "../seed";

/** What requests name of the organization that is measured. */
export interface Facts {
  readonly people: readonly Person[];
  /** A message of a topic of 25,000, in the channel that has a fifth of all messages. */
  readonly inLongTopic: number;
  /** The channel that everybody is in. */
  readonly bigChannelId: number;
  /** What a member wrote to everybody there. */
  readonly toEverybody: number;
  /** A group of everybody. */
  readonly bigGroupId: number;
  /** A profile field. */
  readonly fieldId: number;
  /** The member's, edited until it can't be edited again. */
  readonly oftenEdited: number;
  /** A poll to which so much is attached that only a vote still fits. */
  readonly fullPoll: number;
}

/** The most expensive request of a kind that somebody who may make it can make. */
export interface Expensive {
  readonly cost: string;
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As it is declared. */
  readonly at: string;
  /** What stands in the place of its parameters. */
  readonly where?: (facts: Facts) => Readonly<Record<string, string | number | undefined>>;
  readonly form?: (facts: Facts) => Readonly<Record<string, unknown>>;
  /** Who makes it; a member where absent. */
  readonly by?: "owner";
  /** The answer that is expected, 200 where absent. */
  readonly status?: number;
}

const ids = (people: readonly Person[]): readonly number[] => people.map(({ id }) => id);
const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(" ");
const list = "- **a** [b](https://example.com/x) `c` :tada: @_**User 5**\n".repeat(180).slice(0, 10_000);
const formula = `$$${"\\frac{a^2}{b_1} + ".repeat(90)}1$$`;

/** Drafts as a client writes them. */
export const draftsOf = (count: number, content: string): readonly object[] =>
  Array.from({ length: count }, () => ({ type: "", to: [], topic: "", content }));

const channelIds = Array.from({ length: 1000 }, (_, index) => firstChannel + 1 + index);

/** Reads that grow with the organization. */
const reads: readonly Expensive[] = [
  { title: "who is here, of all people", method: "GET", at: "/realm/presence" },
  { title: "all channels", method: "GET", at: "/streams" },
  {
    title: "the members of a channel of 10,000",
    method: "GET",
    at: "/streams/{stream_id}/members",
    where: ({ bigChannelId }: Facts) => ({ stream_id: bigChannelId }),
  },
  {
    title: "the topics of a channel of 200,000 messages",
    method: "GET",
    at: "/users/me/{stream_id}/topics",
    where: () => ({ stream_id: firstChannel + 1 }),
  },
  {
    title: "the channels of somebody who is in 1,000",
    method: "GET",
    at: "/users/{user_id}/channels",
    where: ({ people }: Facts) => ({ user_id: people[1]?.id }),
    by: "owner" as const,
  },
  {
    title: "who read a message to 10,000 people",
    method: "GET",
    at: "/messages/{message_id}/read_receipts",
    where: ({ toEverybody }: Facts) => ({ message_id: toEverybody }),
  },
  {
    title: "the members of a group of 10,000",
    method: "GET",
    at: "/user_groups/{user_group_id}/members",
    where: ({ bigGroupId }: Facts) => ({ user_group_id: bigGroupId }),
  },
  { title: "all bots", method: "GET", at: "/bots", by: "owner" as const },
  { title: "one's files", method: "GET", at: "/attachments" },
  { title: "the audit log", method: "GET", at: "/realm/audit_log", by: "owner" as const },
  { title: "all invitations", method: "GET", at: "/invites", by: "owner" as const },
  {
    title: "a message that was edited as often as one may be",
    method: "GET",
    at: "/messages/{message_id}",
    where: ({ oftenEdited }: Facts) => ({ message_id: oftenEdited }),
  },
  {
    title: "its history",
    method: "GET",
    at: "/messages/{message_id}/history",
    where: ({ oftenEdited }: Facts) => ({ message_id: oftenEdited }),
  },
  { title: "one's drafts, as many as there may be", method: "GET", at: "/drafts" },
  {
    title: "whether 5,000 messages match a search",
    method: "GET",
    at: "/messages/matches_narrow",
    form: ({ inLongTopic }: Facts) => ({
      msg_ids: Array.from({ length: 5000 }, (_, index) => inLongTopic - index),
      narrow: [{ operator: "search", operand: words }],
    }),
  },
].map((one) => ({ cost: "read", ...one, method: "GET" }));

/** Writes that many hear of, or that change many rows. */
const writes: readonly Expensive[] = [
  {
    cost: "write",
    title: "a message that names all 10,000 people of its channel",
    method: "POST",
    at: "/messages",
    form: () => ({ type: "channel", to: bigChannel, topic: "all", content: "@**all** look" }),
    by: "owner",
  },
  {
    cost: "write",
    title: "an edit of it",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ toEverybody }) => ({ message_id: toEverybody }),
    form: () => ({ content: list }),
    by: "owner",
  },
  {
    cost: "write",
    title: "somebody is typing to 10,000 people",
    method: "POST",
    at: "/typing",
    form: ({ bigChannelId }) => ({ type: "stream", op: "start", stream_id: bigChannelId, topic: "all" }),
  },
  {
    cost: "write",
    title: "a reaction that 10,000 people see",
    method: "POST",
    at: "/messages/{message_id}/reactions",
    where: ({ toEverybody }) => ({ message_id: toEverybody }),
    form: () => ({ emoji_name: "tada" }),
  },
  {
    cost: "write",
    title: "a vote in a poll that is full",
    method: "POST",
    at: "/submessage",
    form: ({ fullPoll }) => ({
      message_id: fullPoll,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
    }),
  },
  {
    cost: "write",
    title: "100 drafts",
    method: "POST",
    at: "/drafts",
    form: () => ({ drafts: draftsOf(100, "x".repeat(90)) }),
  },
  {
    cost: "write",
    title: "5,000 messages read by id",
    method: "POST",
    at: "/messages/flags",
    form: ({ inLongTopic }) => ({
      messages: Array.from({ length: 5000 }, (_, index) => inLongTopic - index),
      op: "add",
      flag: "read",
    }),
  },
  {
    cost: "write",
    title: "somebody in 1,000 channels becomes a moderator",
    method: "PATCH",
    at: "/users/{user_id}",
    where: ({ people }) => ({ user_id: people[1]?.id }),
    form: () => ({ role: 300 }),
    by: "owner",
  },
  {
    cost: "write",
    title: "a default for new people",
    method: "PATCH",
    at: "/realm/user_settings_defaults",
    form: () => ({ twenty_four_hour_time: true }),
    by: "owner",
  },
  {
    cost: "write",
    title: "a linkifier",
    method: "POST",
    at: "/realm/filters",
    form: () => ({ pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" }),
    by: "owner",
  },
  {
    cost: "write",
    title: "a profile field ends",
    method: "DELETE",
    at: "/realm/profile_fields/{field_id}",
    where: ({ fieldId }) => ({ field_id: fieldId }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "1,000 channels muted",
    method: "POST",
    at: "/users/me/subscriptions/properties",
    form: () => ({
      subscription_data: channelIds.map((stream_id) => ({ stream_id, property: "is_muted", value: true })),
    }),
  },
  {
    cost: "bulk",
    title: "a channel of 200,000 messages read",
    method: "POST",
    at: "/mark_stream_as_read",
    form: () => ({ stream_id: firstChannel + 1 }),
  },
  {
    cost: "bulk",
    title: "10,000 people out of a group",
    method: "POST",
    at: "/user_groups/{user_group_id}/members",
    where: ({ bigGroupId }) => ({ user_group_id: bigGroupId }),
    form: ({ people }) => ({ delete: ids(people.slice(1)) }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "100 people invited",
    method: "POST",
    at: "/invites",
    form: () => ({
      invitee_emails: Array.from({ length: 100 }, (_, index) => `invited${index}@example.com`).join(),
      stream_ids: channelIds.slice(0, 100),
      invite_expires_in_minutes: null,
    }),
    by: "owner",
  },
  {
    cost: "password",
    title: "a new account",
    method: "POST",
    at: "/users",
    form: () => ({
      email: "another@example.com",
      password: "a password for the bench",
      full_name: "Another",
    }),
    by: "owner",
  },
];

/** Later ones find what earlier ones left. */
const others: readonly Expensive[] = [
  {
    cost: "anonymous",
    title: "what the server is",
    method: "GET",
    at: "/server_settings",
  },
  { cost: "register", title: "everything there is", method: "POST", at: "/register" },
  { cost: "read", title: "all people", method: "GET", at: "/users" },
  {
    cost: "read",
    title: "all channels with their subscribers",
    method: "GET",
    at: "/users/me/subscriptions",
    form: () => ({ include_subscribers: true }),
  },
  {
    cost: "read",
    title: "5,000 messages",
    method: "GET",
    at: "/messages",
    form: () => ({ anchor: "newest", num_before: 5000, num_after: 0 }),
  },
  {
    cost: "search",
    title: "50 words in a million messages",
    method: "GET",
    at: "/messages",
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
    method: "POST",
    at: "/messages",
    form: ({ people: [, , other] }) => ({ type: "direct", to: [other?.id], content: list }),
  },
  {
    cost: "write",
    title: "formulas of 2,000 characters",
    method: "POST",
    at: "/messages/render",
    form: () => ({ content: formula }),
  },
  {
    cost: "bulk",
    title: "10,000 people into a channel",
    method: "POST",
    at: "/users/me/subscriptions",
    form: ({ people }) => ({ subscriptions: [{ name: "by one request" }], principals: ids(people) }),
  },
  {
    cost: "bulk",
    title: "a channel of 10,000 people",
    method: "POST",
    at: "/channels/create",
    form: ({ people }) => ({ name: "made with all", subscribers: ids(people) }),
  },
  {
    cost: "bulk",
    title: "10,000 people out of a channel",
    method: "DELETE",
    at: "/users/me/subscriptions",
    form: ({ people }) => ({ subscriptions: ["by one request"], principals: ids(people) }),
  },
  {
    cost: "bulk",
    title: "5,000 messages starred",
    method: "POST",
    at: "/messages/flags/narrow",
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
    method: "POST",
    at: "/users/me/subscriptions",
    form: () => ({
      subscriptions: Array.from({ length: 100 }, (_, index) => ({ name: `hundred ${index}` })),
    }),
  },
  {
    cost: "bulk",
    title: "a group of 10,000 people",
    method: "POST",
    at: "/user_groups/create",
    form: ({ people }) => ({ name: "all of us", description: "", members: ids(people) }),
  },
  {
    cost: "bulk",
    title: "50,000 unread messages read",
    method: "POST",
    at: "/mark_all_as_read",
  },
  {
    cost: "bulk",
    title: "1,000 alert words",
    method: "POST",
    at: "/users/me/alert_words",
    form: () => ({ alert_words: Array.from({ length: 1000 }, (_, index) => `alert ${index}`) }),
  },
  { cost: "read", title: "all groups", method: "GET", at: "/user_groups" },
  {
    cost: "bulk",
    title: "a channel of 10,000 people made private",
    method: "PATCH",
    at: "/streams/{stream_id}",
    where: ({ bigChannelId }) => ({ stream_id: bigChannelId }),
    form: () => ({ is_private: true }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a topic of 25,000 messages to another channel",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ inLongTopic }) => ({ message_id: inLongTopic }),
    form: () => ({ stream_id: firstChannel + 2, propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a topic of 25,000 messages to another name",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ inLongTopic }) => ({ message_id: inLongTopic }),
    form: () => ({ topic: "another name", propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a topic of 25,000 messages deleted",
    method: "POST",
    at: "/streams/{stream_id}/delete_topic",
    where: () => ({ stream_id: firstChannel + 2 }),
    form: () => ({ topic_name: "another name" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "somebody in 1,000 channels deactivated",
    method: "DELETE",
    at: "/users/{user_id}",
    where: ({ people }) => ({ user_id: people[1]?.id }),

    by: "owner",
  },
  {
    cost: "password",
    title: "a login",
    method: "POST",
    at: "/fetch_api_key",
    form: () => ({ username: "nobody@example.com", password: "a guess" }),
    status: 401,
  },
];

const last: readonly Expensive[] = [
  {
    cost: "write",
    title: "a permission for another group",
    method: "PATCH",
    at: "/realm",
    form: ({ bigGroupId }) => ({ can_create_public_channel_group: { new: bigGroupId } }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "somebody with 1,000 channels comes back",
    method: "POST",
    at: "/users/{user_id}/reactivate",
    where: ({ people }) => ({ user_id: people[1]?.id }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "a channel of 10,000 people ends",
    method: "DELETE",
    at: "/streams/{stream_id}",
    where: ({ bigChannelId }) => ({ stream_id: bigChannelId }),
    by: "owner",
  },
];

/** In the order in which they are made. */
export const expensive: readonly Expensive[] = [...reads, ...writes, ...others, ...last];
