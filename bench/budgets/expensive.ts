import { firstChannel } from "../history";
import { bigChannel, type Person } from "../seed";
import { eachMention, nestedMention } from "./nested-groups";
import { afterSkipping } from "./skipped-reading";

/** What requests name in the measured organization. */
export interface Facts {
  readonly people: readonly Person[];
  /** A message in a topic of 25,000, in the channel with a fifth of all messages. */
  readonly inLongTopic: number;
  /** A message in another topic of 25,000 there. Messages of other topics lie between any two of its messages. */
  readonly inScatteredTopic: number;
  /** A channel whose 1,000 subscribers joined after all those messages. */
  readonly lateChannelId: number;
  /** The channel that everybody is in. */
  readonly bigChannelId: number;
  /** A member's message to everybody there. */
  readonly toEverybody: number;
  /** A group of everybody. */
  readonly bigGroupId: number;
  /** An empty group that the permissions of 50 private channels name, each beside somebody else. */
  readonly inChannelsId: number;
  /** A profile field. */
  readonly fieldId: number;
  /** A message of the member's, edited until it can't be edited again. */
  readonly oftenEdited: number;
  /** A poll that has room for just one more vote. */
  readonly fullPoll: number;
  /** A message that has room for just one more reaction. */
  readonly oftenReacted: number;
  /** Messages to the owner whose HTML has almost 800,000 characters each. */
  readonly long: readonly number[];
  /** A queue of the owner's whose client has seen none of them. */
  readonly farBehind: { readonly queue_id: string; readonly last_event_id: number };
  /** An unread message of the skipper's, who has read every fourth message of that channel. */
  readonly skipped: number;
  /** A queue of the guest's, who may see only people of their channels and joined 500 in one event. */
  readonly ofGuest: { readonly queue_id: string; readonly last_event_id: number };
}

/** Who sends a request; a member if absent. */
type Sender = "owner" | "guest" | "skipper";

/** The most expensive request of its kind that an entitled caller can send. */
export interface Expensive {
  readonly cost: string;
  readonly title: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The declared path. */
  readonly at: string;
  /** The values of its path parameters. */
  readonly where?: (facts: Facts) => Readonly<Record<string, string | number | undefined>>;
  readonly form?: (facts: Facts) => Readonly<Record<string, unknown>>;
  readonly by?: Sender;
  /** How many of them the caller sends at once; one if absent. The database then does the work of all. */
  readonly atOnce?: number;
  /** Whether the groups of `nested-groups.ts` exist meanwhile. They would make other answers larger. */
  readonly nestsGroups?: true;
  /** The expected status; 200 if absent. */
  readonly status?: number;
}

const ids = (people: readonly Person[]): readonly number[] => people.map(({ id }) => id);
const words = Array.from({ length: 50 }, (_, index) => `word${index}`).join(" ");
const list = "- **a** [b](https://example.com/x) `c` :tada: @_**User 5**\n".repeat(180).slice(0, 10_000);
/** The index, among the people, of the one who owns as many bots as anybody may. */
export const ownerOfBots = 9;
/** The short formula with the longest HTML, as often as a message holds it. */
export const longestHtml = `$$${"\\widehat x".repeat(199)}$$ `.repeat(5).slice(0, 10_000);
const formula = `$$${"\\frac{a^2}{b_1} + ".repeat(90)}1$$`;

/** Drafts as a client writes them. */
export const draftsOf = (count: number, content: string): readonly object[] =>
  Array.from({ length: count }, () => ({ type: "", to: [], topic: "", content }));

/** A channel with tens of thousands of topics. */
export const channelOfTopics = firstChannel + 3;
const channelIds = Array.from({ length: 1000 }, (_, index) => firstChannel + 1 + index);

/** Reads that grow with the organization. */
const reads: readonly Expensive[] = [
  { title: "presence of all users", method: "GET", at: "/realm/presence" },
  { title: "all channels", method: "GET", at: "/streams" },
  {
    title: "the members of a channel of 10,000",
    method: "GET",
    at: "/streams/{stream_id}/members",
    where: ({ bigChannelId }: Facts) => ({ stream_id: bigChannelId }),
  },
  {
    cost: "list",
    title: "the topics of a channel with 50,000 of them",
    method: "GET",
    at: "/users/me/{stream_id}/topics",
    where: () => ({ stream_id: channelOfTopics }),
  },
  {
    cost: "list",
    title: "the same topics again",
    method: "GET",
    at: "/users/me/{stream_id}/topics",
    where: () => ({ stream_id: channelOfTopics }),
  },
  {
    cost: "list",
    title: "the topics of a channel of 200,000 messages",
    method: "GET",
    at: "/users/me/{stream_id}/topics",
    where: () => ({ stream_id: firstChannel + 1 }),
  },
  {
    title: "a user's 1,000 channels",
    method: "GET",
    at: "/users/{user_id}/channels",
    where: ({ people }: Facts) => ({ user_id: people[1]?.id }),
    by: "owner" as const,
  },
  {
    cost: "list",
    title: "the readers of a message to 10,000 people",
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
  { cost: "list", title: "a user's own files", method: "GET", at: "/attachments" },
  { cost: "list", title: "the audit log", method: "GET", at: "/realm/audit_log", by: "owner" as const },
  { title: "all invitations", method: "GET", at: "/invites", by: "owner" as const },
  {
    title: "a message with the maximum number of edits",
    method: "GET",
    at: "/messages/{message_id}",
    where: ({ oftenEdited }: Facts) => ({ message_id: oftenEdited }),
  },
  {
    cost: "list",
    title: "the edit history of that message",
    method: "GET",
    at: "/messages/{message_id}/history",
    where: ({ oftenEdited }: Facts) => ({ message_id: oftenEdited }),
  },
  { cost: "list", title: "the maximum number of drafts", method: "GET", at: "/drafts" },
  {
    cost: "search",
    title: "whether 5,000 messages match a search",
    method: "GET",
    at: "/messages/matches_narrow",
    form: ({ inLongTopic }: Facts) => ({
      msg_ids: Array.from({ length: 5000 }, (_, index) => inLongTopic - index),
      narrow: [{ operator: "search", operand: words }],
    }),
  },
  {
    cost: "search",
    title: "whether 19 messages of 800,000 characters match a search",
    method: "GET",
    at: "/messages/matches_narrow",
    form: ({ long }: Facts) => ({
      // More of them are refused.
      msg_ids: long.slice(0, 19),
      narrow: [{ operator: "search", operand: "widehat" }],
    }),
    by: "owner" as const,
  },
  {
    cost: "messages",
    title: "the newest direct messages, of 800,000 characters each",
    method: "GET",
    at: "/messages",
    form: () => ({
      anchor: "newest",
      num_before: 5000,
      num_after: 0,
      narrow: [{ operator: "is", operand: "dm" }],
    }),
    by: "owner" as const,
  },
].map((one) => ({ cost: "read", ...one, method: "GET" }));

/** Answers that come at once, to a client that has been away. */
const polls: readonly Expensive[] = [
  {
    cost: "poll",
    title: "30 messages of 800,000 characters, for a queue that is behind",
    method: "GET",
    at: "/events",
    form: ({ farBehind }) => ({ ...farBehind, dont_block: true }),
    by: "owner",
  },
  {
    cost: "poll",
    title: "500 channels that a limited guest joined, with the 10,000 people they see now",
    method: "GET",
    at: "/events",
    form: ({ ofGuest }) => ({ ...ofGuest, dont_block: true }),
    by: "guest",
  },
];

/** Writes that reach many people, or that change many rows. */
const writes: readonly Expensive[] = [
  {
    cost: "write",
    title: "a message that mentions all 10,000 people in its channel",
    method: "POST",
    at: "/messages",
    form: () => ({ type: "channel", to: bigChannel, topic: "all", content: "@**all** look" }),
    by: "owner",
  },
  {
    cost: "write",
    title: "16 messages at once that mention a group of all 10,000",
    method: "POST",
    at: "/messages",
    form: () => ({ type: "channel", to: bigChannel, topic: "all", content: "@*everybody*" }),
    atOnce: 16,
  },
  {
    cost: "write",
    title: "an edit of that message",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ toEverybody }) => ({ message_id: toEverybody }),
    form: () => ({ content: list }),
    by: "owner",
  },
  {
    cost: "write",
    title: "a message to 10,000 people that mentions 101 nested groups of all of them",
    method: "POST",
    at: "/messages",
    form: () => ({ type: "channel", to: bigChannel, topic: "all", content: nestedMention }),
    nestsGroups: true,
  },
  {
    cost: "write",
    title: "a message to oneself that mentions each of these groups",
    method: "POST",
    at: "/messages",
    form: ({ people }) => ({ type: "direct", to: [people[1]?.id], content: eachMention }),
    nestsGroups: true,
  },
  {
    cost: "write",
    title: "a typing notification to 10,000 people",
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
    title: "a reaction to a message with 9,999 of them",
    method: "POST",
    at: "/messages/{message_id}/reactions",
    where: ({ oftenReacted }) => ({ message_id: oftenReacted }),
    form: () => ({ emoji_name: "tada" }),
  },
  {
    cost: "write",
    title: "taking that reaction back",
    method: "DELETE",
    at: "/messages/{message_id}/reactions",
    where: ({ oftenReacted }) => ({ message_id: oftenReacted }),
    form: () => ({ emoji_name: "tada" }),
  },
  {
    cost: "write",
    title: "a vote in a full poll",
    method: "POST",
    at: "/submessage",
    form: ({ fullPoll }) => ({
      message_id: fullPoll,
      msg_type: "widget",
      content: JSON.stringify({ type: "vote", key: "canned,0", vote: 1 }),
    }),
  },
  {
    cost: "bulk",
    title: "100 drafts",
    method: "POST",
    at: "/drafts",
    form: () => ({ drafts: draftsOf(100, "x".repeat(90)) }),
  },
  {
    cost: "bulk",
    title: "marking 5,000 messages as read by id",
    method: "POST",
    at: "/messages/flags",
    form: ({ inLongTopic }) => ({
      messages: Array.from({ length: 5000 }, (_, index) => inLongTopic - index),
      op: "add",
      flag: "read",
    }),
  },
  {
    cost: "bulk",
    title: "starring 20,000 messages by id",
    method: "POST",
    at: "/messages/flags",
    form: ({ inLongTopic }) => ({
      messages: Array.from({ length: 20_000 }, (_, index) => inLongTopic - index),
      op: "add",
      flag: "starred",
    }),
  },
  {
    cost: "write",
    title: "promoting a user in 1,000 channels to moderator",
    method: "PATCH",
    at: "/users/{user_id}",
    where: ({ people }) => ({ user_id: people[1]?.id }),
    form: () => ({ role: 300 }),
    by: "owner",
  },
  {
    cost: "write",
    title: "a default setting for new users",
    method: "PATCH",
    at: "/realm/user_settings_defaults",
    form: () => ({ twenty_four_hour_time: true }),
    by: "owner",
  },
  {
    cost: "write",
    title: "adding a linkifier",
    method: "POST",
    at: "/realm/filters",
    form: () => ({ pattern: "#(?P<id>[0-9]+)", url_template: "https://example.com/{id}" }),
    by: "owner",
  },
  {
    cost: "write",
    title: "removing a profile field",
    method: "DELETE",
    at: "/realm/profile_fields/{field_id}",
    where: ({ fieldId }) => ({ field_id: fieldId }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "muting 1,000 channels",
    method: "POST",
    at: "/users/me/subscriptions/properties",
    form: () => ({
      subscription_data: channelIds.map((stream_id) => ({ stream_id, property: "is_muted", value: true })),
    }),
  },
  {
    cost: "bulk",
    title: "marking a channel of 200,000 messages as read",
    method: "POST",
    at: "/mark_stream_as_read",
    form: () => ({ stream_id: firstChannel + 1 }),
  },
  {
    cost: "bulk",
    title: "removing 10,000 people from a group",
    method: "POST",
    at: "/user_groups/{user_group_id}/members",
    where: ({ bigGroupId }) => ({ user_group_id: bigGroupId }),
    form: ({ people }) => ({ delete: ids(people.slice(1)) }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "adding 10,000 people to a group that 50 channels name",
    method: "POST",
    at: "/user_groups/{user_group_id}/members",
    where: ({ inChannelsId }) => ({ user_group_id: inChannelsId }),
    form: ({ people }) => ({ add: ids(people) }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "removing them again",
    method: "POST",
    at: "/user_groups/{user_group_id}/members",
    where: ({ inChannelsId }) => ({ user_group_id: inChannelsId }),
    form: ({ people }) => ({ delete: ids(people) }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "inviting 100 people",
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

/** Later requests find what earlier ones left. */
const others: readonly Expensive[] = [
  {
    cost: "anonymous",
    title: "the server's settings",
    method: "GET",
    at: "/server_settings",
  },
  { cost: "register", title: "a registration for everything", method: "POST", at: "/register" },
  { cost: "read", title: "all users", method: "GET", at: "/users" },
  {
    cost: "read",
    title: "all channels with their subscribers",
    method: "GET",
    at: "/users/me/subscriptions",
    form: () => ({ include_subscribers: true }),
  },
  {
    cost: "messages",
    title: "5,000 messages",
    method: "GET",
    at: "/messages",
    form: () => ({ anchor: "newest", num_before: 5000, num_after: 0 }),
  },
  {
    cost: "search",
    title: "searching a million messages for 50 words",
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
    title: "subscribing 10,000 people to a channel",
    method: "POST",
    at: "/users/me/subscriptions",
    form: ({ people }) => ({ subscriptions: [{ name: "by one request" }], principals: ids(people) }),
  },
  {
    cost: "bulk",
    title: "creating a channel with 10,000 people",
    method: "POST",
    at: "/channels/create",
    form: ({ people }) => ({ name: "made with all", subscribers: ids(people) }),
  },
  {
    cost: "bulk",
    title: "unsubscribing 10,000 people from a channel",
    method: "DELETE",
    at: "/users/me/subscriptions",
    form: ({ people }) => ({ subscriptions: ["by one request"], principals: ids(people) }),
  },
  {
    cost: "bulk",
    title: "starring 5,000 messages",
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
    title: "creating 100 channels",
    method: "POST",
    at: "/users/me/subscriptions",
    form: () => ({
      subscriptions: Array.from({ length: 100 }, (_, index) => ({ name: `hundred ${index}` })),
    }),
  },
  {
    cost: "bulk",
    title: "creating a group of 10,000 people",
    method: "POST",
    at: "/user_groups/create",
    form: ({ people }) => ({ name: "all of us", description: "", members: ids(people) }),
  },
  {
    cost: "bulk",
    title: "marking 50,000 unread messages as read",
    method: "POST",
    at: "/mark_all_as_read",
  },
  {
    cost: "bulk",
    title: "adding 1,000 alert words",
    method: "POST",
    at: "/users/me/alert_words",
    form: () => ({ alert_words: Array.from({ length: 1000 }, (_, index) => `alert ${index}`) }),
  },
  { cost: "read", title: "all groups", method: "GET", at: "/user_groups" },
  {
    cost: "bulk",
    title: "making a channel of 10,000 people private",
    method: "PATCH",
    at: "/streams/{stream_id}",
    where: ({ bigChannelId }) => ({ stream_id: bigChannelId }),
    form: () => ({ is_private: true }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "moving a topic of 25,000 messages to another channel",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ inLongTopic }) => ({ message_id: inLongTopic }),
    form: () => ({ stream_id: firstChannel + 2, propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "moving such a topic to a channel that 1,000 people joined later",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ inScatteredTopic }) => ({ message_id: inScatteredTopic }),
    form: ({ lateChannelId }) => ({ stream_id: lateChannelId, propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "renaming a topic of 25,000 messages",
    method: "PATCH",
    at: "/messages/{message_id}",
    where: ({ inLongTopic }) => ({ message_id: inLongTopic }),
    form: () => ({ topic: "another name", propagate_mode: "change_all" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "deleting a topic of 25,000 messages",
    method: "POST",
    at: "/streams/{stream_id}/delete_topic",
    where: () => ({ stream_id: firstChannel + 2 }),
    form: () => ({ topic_name: "another name" }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "deactivating a user in 1,000 channels",
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
    title: "giving a permission to another group",
    method: "PATCH",
    at: "/realm",
    form: ({ bigGroupId }) => ({ can_create_private_channel_group: { new: bigGroupId } }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "reactivating a user with 1,000 channels",
    method: "POST",
    at: "/users/{user_id}/reactivate",
    where: ({ people }) => ({ user_id: people[1]?.id }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "archiving a channel of 10,000 people",
    method: "DELETE",
    at: "/streams/{stream_id}",
    where: ({ bigChannelId }) => ({ stream_id: bigChannelId }),
    by: "owner",
  },
  {
    cost: "bulk",
    title: "deactivating the owner of 500 bots, with all that they wrote",
    method: "DELETE",
    at: "/users/{user_id}",
    where: ({ people }) => ({ user_id: people[ownerOfBots]?.id }),
    form: () => ({
      actions: {
        delete_profile: true,
        delete_public_channel_messages: true,
        delete_private_channel_messages: true,
        delete_direct_messages: true,
      },
    }),
    by: "owner",
  },
];

/** In the order in which they are sent. */
export const expensive: readonly Expensive[] = [
  ...reads,
  ...polls,
  ...afterSkipping,
  ...writes,
  ...others,
  ...last,
];
