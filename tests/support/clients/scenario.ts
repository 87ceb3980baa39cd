import request, { type Test } from "supertest";
import { aPicture } from "../builders/images";
import type { Client, TestServer } from "../http/http-application";

/** The people in the tests of clients: an owner, a member with all the clients, and a guest. */
export interface People {
  readonly server: TestServer;
  readonly ben: Client;
  readonly gus: Client;
}

// JSON values as received: each response has its own fields.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Body = Readonly<Record<string, any>>;

const ok = async (call: Test): Promise<Body> => {
  const { body } = await call;
  if (body.result !== "success") throw new Error(JSON.stringify(body));
  return body;
};

const thumb = { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" };

/** Messages, and everything that is done with them. */
const talk = async ({ server: { owner }, ben, gus }: People): Promise<void> => {
  const say = async (client: Client, content: string, topic = "lunch"): Promise<number> =>
    (await ok(client.post("/messages", { type: "channel", to: 1, topic, content }))).id;
  const id = await say(owner, "@**Ben** noon? @**all**");
  await ok(owner.post("/messages", { type: "direct", to: [ben.id], content: "just you" }));
  await ok(owner.post("/messages", { type: "direct", to: [ben.id, gus.id], content: "you two" }));
  await ok(ben.post(`/messages/${id}/reactions`, thumb));
  await ok(ben.delete(`/messages/${id}/reactions`, thumb));
  await ok(owner.patch(`/messages/${id}`, { content: "/me is hungry" }));
  await ok(owner.patch(`/messages/${id}`, { topic: "dinner" }));
  const news = (await ok(owner.post("/channels/create", { name: "talk", subscribers: [1, ben.id] }))).id;
  await ok(
    owner.patch(`/messages/${id}`, { stream_id: news, topic: "supper", propagate_mode: "change_all" }),
  );
  for (const op of ["add", "remove"])
    for (const flag of ["read", "starred", "collapsed"])
      await ok(ben.post("/messages/flags", { messages: [id], op, flag }));
  const poll = await say(owner, "/poll Lunch?\nyes\nno");
  const content = { type: "vote", key: "canned,0", vote: 1 };
  await ok(ben.post("/submessage", { message_id: poll, msg_type: "widget", content }));
  for (const op of ["start", "stop"]) {
    await ok(owner.post("/typing", { op, to: [ben.id] }));
    await ok(owner.post("/typing", { op, type: "stream", stream_id: 1, topic: "lunch" }));
  }
  await ok(owner.delete(`/messages/${poll}`));
  const direct = await ok(owner.post("/messages", { type: "direct", to: [ben.id], content: "not this" }));
  await ok(ben.post("/messages/flags", { messages: [direct.id], op: "add", flag: "read" }));
  await ok(ben.post("/messages/flags", { messages: [direct.id], op: "remove", flag: "read" }));
  await ok(owner.delete(`/messages/${direct.id}`));
  await ok(ben.post("/mark_all_as_read"));
};

const subscriptionChanges = [
  ["color", "#ff0000"] as const,
  ["is_muted", true] as const,
  ["pin_to_top", true] as const,
  ...["desktop_notifications", "audible_notifications", "push_notifications"].map(
    (property) => [property, false] as const,
  ),
  ...["email_notifications", "wildcard_mentions_notify"].map((property) => [property, true] as const),
];

/** Channels, their subscribers, and folders for them. */
const channels = async ({ server: { owner }, ben, gus }: People): Promise<void> => {
  const folder = await ok(owner.post("/channel_folders/create", { name: "Work", description: "**all**" }));
  const other = await ok(owner.post("/channel_folders/create", { name: "Fun", description: "" }));
  const [first, second] = [folder.channel_folder_id, other.channel_folder_id];
  await ok(owner.patch("/channel_folders", { order: [second, first] }));
  await ok(owner.patch(`/channel_folders/${first}`, { name: "Works", description: "**some**" }));
  const subscribers = [1, ben.id, gus.id];
  const { id } = await ok(owner.post("/channels/create", { name: "plans", subscribers, folder_id: first }));
  await ok(owner.patch(`/streams/${id}`, { new_name: "ideas" }));
  await ok(owner.patch(`/streams/${id}`, { description: "What *may* come" }));
  await ok(owner.patch(`/streams/${id}`, { folder_id: second }));
  await ok(owner.patch(`/streams/${id}`, { topics_policy: "allow_empty_topic" }));
  await ok(owner.patch(`/streams/${id}`, { message_retention_days: "30" }));
  await ok(owner.patch(`/streams/${id}`, { can_send_message_group: { new: 6 } }));
  const some = { direct_members: [1, ben.id], direct_subgroups: [] };
  for (const name of ["can_add_subscribers", "can_delete_any_message", "can_delete_own_message"])
    await ok(owner.patch(`/streams/${id}`, { [`${name}_group`]: { new: some } }));
  await ok(owner.patch(`/streams/${id}`, { can_subscribe_group: { new: some } }));
  await ok(owner.patch(`/streams/${id}`, { is_private: true, history_public_to_subscribers: true }));
  const value = ([property, value]: readonly [string, unknown]) => ({ stream_id: id, property, value });
  const data = subscriptionChanges.map(value);
  await ok(ben.post("/users/me/subscriptions/properties", { subscription_data: data }));
  await ok(owner.delete("/users/me/subscriptions", { subscriptions: ["ideas"], principals: [gus.id] }));
  await ok(ben.delete("/users/me/subscriptions", { subscriptions: ["ideas"] }));
  await ok(owner.delete(`/streams/${id}`));
  await ok(owner.patch(`/channel_folders/${first}`, { is_archived: true }));
  await ok(ben.post("/user_topics", { stream_id: 1, topic: "lunch", visibility_policy: 1 }));
  await ok(ben.post("/user_topics", { stream_id: 1, topic: "lunch", visibility_policy: 0 }));
};

/** Users who arrive, change and leave, and groups of them. */
const people = async ({ server: { owner }, ben }: People): Promise<void> => {
  const cleo = { email: "cleo@example.com", full_name: "Cleo", password: "correct horse battery staple" };
  const { user_id } = await ok(owner.post("/users", cleo));
  await ok(owner.patch(`/users/${user_id}`, { full_name: "Cleopatra" }));
  await ok(owner.patch(`/users/${user_id}`, { role: 300 }));
  await ok(owner.delete(`/users/${user_id}`));
  await ok(owner.post(`/users/${user_id}/reactivate`));
  await ok(ben.patch("/settings", { timezone: "Europe/Vienna" }));
  const bot = await ok(ben.post("/bots", { full_name: "Helper", short_name: "helper" }));
  await ok(owner.patch(`/bots/${bot.user_id}`, { bot_owner_id: 1 }));
  const birthday = await ok(owner.post("/realm/profile_fields", { name: "Birthday", field_type: 4 }));
  await ok(owner.post("/realm/profile_fields", { field_type: 7, field_data: { subtype: "github" } }));
  await ok(ben.patch("/users/me/profile_data", { data: [{ id: birthday.id, value: "2000-01-31" }] }));
  await ok(ben.delete("/users/me/profile_data", { data: [birthday.id] }));
  await ok(ben.post("/users/me/muted_users/1"));
  await ok(ben.delete("/users/me/muted_users/1"));
  await ok(ben.post("/users/me/presence", { status: "active", new_user_input: true }));
  const busy = { status_text: "busy", emoji_name: "octopus", emoji_code: "1f419" };
  await ok(ben.post("/users/me/status", { ...busy, reaction_type: "unicode_emoji" }));
  await ok(ben.post("/users/me/status", { status_text: "", emoji_name: "" }));
  const sub = await ok(owner.post("/user_groups/create", { name: "sub", description: "", members: [1] }));
  const group = { name: "team", description: "All of us", members: [1] };
  const { group_id } = await ok(owner.post("/user_groups/create", group));
  await ok(owner.patch(`/user_groups/${group_id}`, { name: "crew", description: "All" }));
  await ok(owner.post(`/user_groups/${group_id}/members`, { add: [ben.id] }));
  await ok(owner.post(`/user_groups/${group_id}/members`, { delete: [ben.id] }));
  await ok(owner.post(`/user_groups/${group_id}/subgroups`, { add: [sub.group_id] }));
  await ok(owner.post(`/user_groups/${group_id}/subgroups`, { delete: [sub.group_id] }));
  await ok(owner.post(`/user_groups/${group_id}/deactivate`));
  // When guests see less of the organization, they lose everybody they share no channel with.
  await ok(owner.patch("/realm", { can_access_all_users_group: { new: 3 } }));
  const shared = ["general", "random"];
  await ok(owner.delete("/users/me/subscriptions", { subscriptions: shared, principals: [user_id] }));
};

const settings = {
  twenty_four_hour_time: true,
  starred_message_counts: false,
  emojiset: "twitter",
  display_emoji_reaction_users: false,
  presence_enabled: false,
  web_inbox_show_channel_folders: false,
  send_private_typing_notifications: false,
  pm_content_in_desktop_notifications: false,
};

/** Personal data, and the organization's. */
const belongings = async ({ server, ben }: People): Promise<void> => {
  await ok(ben.patch("/settings", settings));
  await ok(ben.post("/users/me/alert_words", { alert_words: ["coffee"] }));
  const snippet = await ok(ben.post("/saved_snippets", { title: "Thanks", content: "Thank you" }));
  const id = snippet.saved_snippet_id;
  await ok(ben.patch(`/saved_snippets/${id}`, { title: "Many thanks" }));
  await ok(ben.delete(`/saved_snippets/${id}`));
  const { device_id } = await ok(ben.post("/register_client_device"));
  const key = { push_key: `MTEx${"A".repeat(40)}`, push_key_id: 7 };
  const token = { token_kind: "fcm", token_id: "AAAAAAAAAAE=", bouncer_public_key: "k" };
  await ok(
    ben.post("/mobile_push/register", {
      ...key,
      ...token,
      device_id,
      encrypted_push_registration: "r",
    }),
  );
  await server.services.jobRunner.runDue();
  await ok(ben.post("/remove_client_device", { device_id }));
  const upload = request(server.http).post("/api/v1/realm/emoji/parley");
  const { owner } = server;
  await ok(upload.auth(owner.email, owner.apiKey).attach("f", await aPicture(), "parley.png"));
  await ok(owner.delete("/realm/emoji/parley"));
  await ok(owner.patch("/realm", { description: "Changed" }));
};

const unread = "@**Olive Owner** have a look";

/** What remains at the end, so that a registration has some of each. */
const remains = async ({ server: { owner }, ben, gus }: People): Promise<void> => {
  const message = { type: "channel", to: 1, topic: "kept", content: unread };
  const { id } = await ok(ben.post("/messages", message));
  await ok(ben.post("/messages", { type: "direct", to: [1], content: unread }));
  await ok(ben.post("/messages", { type: "direct", to: [1, gus.id], content: unread }));
  await ok(ben.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
  await ok(ben.post(`/users/me/muted_users/${gus.id}`));
  await ok(ben.post("/users/me/status", { status_text: "here" }));
  await ok(ben.post("/saved_snippets", { title: "Sorry", content: "I am sorry" }));
  await ok(ben.post("/register_client_device"));
  const dora = { email: "dora@example.com", full_name: "Dora", password: "correct horse battery staple" };
  const { user_id } = await ok(owner.post("/users", dora));
  await ok(owner.delete(`/users/${user_id}`));
};

/** Makes everything happen that clients receive events for. */
export const playScenario = async (who: People): Promise<void> => {
  for (const part of [talk, channels, people, belongings, remains]) await part(who);
};
