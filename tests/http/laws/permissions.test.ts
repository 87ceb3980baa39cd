import request, { type Response, type Test } from "supertest";
import { allEndpoints } from "../../../src/adapters/http/endpoints/all";
import { createRealm } from "../../../src/application/realm/create-realm";
import { reactivateRealm } from "../../../src/application/realm/reactivate-realm";
import { newBot } from "../../../src/domain/bots/bot";
import type { User } from "../../../src/domain/users/user";
import { successOf } from "../../support/application/memory-application";
import {
  aChannel,
  aChannelFolder,
  aGroup,
  aLinkifier,
  anInvitation,
  aProfileField,
  aRealmEmoji,
  aUser,
} from "../../support/builders/entities";
import { onTheWire } from "../../support/clients/on-the-wire";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

/**
 * Who may do what: every endpoint that needs a login, called by every kind of caller. Full members have passed the
 * waiting period; in this realm, creating groups and bots requires that.
 */
const callers = ["owner", "administrator", "moderator", "member", "newcomer", "guest", "bot"] as const;
type CallerName = (typeof callers)[number];

const answers = {
  ok: [200, undefined, ""],
  found: [302, undefined, undefined],
  admin: [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"],
  owner: [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization owner"],
  notYours: [400, "BAD_REQUEST", "No such invitation"],
  perm: [400, "BAD_REQUEST", "Insufficient permission"],
  guest: [400, "BAD_REQUEST", "Not allowed for guest users"],
  bots: [400, "BAD_REQUEST", "This endpoint does not accept bot requests."],
  queue: [400, "BAD_EVENT_QUEUE_ID", "Bad event queue ID: none"],
  channel: [400, "STREAM_DOES_NOT_EXIST", "Channel 'table' does not exist"],
  message: [400, "BAD_REQUEST", "Invalid message(s)"],
  noReports: [400, "BAD_REQUEST", "Message reporting is not enabled in this organization."],
  stream: [400, "BAD_REQUEST", "Invalid channel name 'table'"],
  noChannel: [400, "BAD_REQUEST", "Invalid channel ID"],
  administer: [400, "CANNOT_ADMINISTER_CHANNEL", "You do not have permission to administer this channel."],
  defaults: [400, "UNAUTHORIZED_PRINCIPAL", "You do not have permission to change default channels."],
  noDraft: [404, "BAD_REQUEST", "Draft does not exist"],
  noScheduled: [404, "BAD_REQUEST", "Scheduled message does not exist"],
  noSession: [404, "BAD_REQUEST", "Session does not exist"],
  noReminder: [404, "BAD_REQUEST", "Reminder does not exist"],
  noView: [404, "BAD_REQUEST", "Navigation view does not exist."],
  noSnippet: [404, "BAD_REQUEST", "Saved snippet does not exist."],
  notIn: [400, "BAD_REQUEST", "Not subscribed to channel ID 51"],
  noAi: [400, "BAD_REQUEST", "AI features are not enabled on this server."],
  noExport: [400, "BAD_REQUEST", "This server doesn't offer exports through the API. Ask its operator."],
  exportId: [400, "BAD_REQUEST", "Invalid data export ID"],
  noGroups: [400, "BAD_REQUEST", "Constructor Groups credentials have not been configured"],
  noGroup: [400, "BAD_REQUEST", "Default channel group with id '999' does not exist."],
  noFile: [400, "BAD_REQUEST", "You must specify a file to upload"],
  noAvatar: [400, "BAD_REQUEST", "You must upload exactly one avatar."],
  noIcon: [400, "BAD_REQUEST", "You must upload exactly one icon."],
  noLogo: [400, "BAD_REQUEST", "You must upload exactly one logo."],
  noEmoji: [400, "BAD_REQUEST", "You must upload exactly one file."],
  noAttachment: [400, "BAD_REQUEST", "Invalid attachment"],
  notThere: [404, "BAD_REQUEST", "File not found."],
  notAuthor: [400, "BAD_REQUEST", "Must be an organization administrator or emoji author"],
  noZoom: [400, "BAD_REQUEST", "Zoom credentials have not been configured"],
  noWebex: [400, "BAD_REQUEST", "Webex credentials have not been configured"],
  noMeetings: [400, "BAD_REQUEST", "BigBlueButton credentials have not been configured"],
  noTalk: [400, "BAD_REQUEST", "Nextcloud Talk credentials have not been configured"],
  noGalene: [400, "BAD_REQUEST", "Galene credentials have not been configured"],
  onlyBots: [400, "BAD_REQUEST", "This endpoint is only available to bots."],
  noDevice: [400, "BAD_REQUEST", "Invalid `device_id`"],
  pushOff: [400, "PUSH_SERVICE_NOT_CONFIGURED", "Server is not configured to use push notification service."],
  idle: [400, "NO_ACTIVE_PUSH_DEVICE", "No active registered push device"],
  unknown: [400, "BAD_REQUEST", "Channel(s) (table) do not exist"],
} as const;
type Answer = keyof typeof answers;

let server: TestServer;
let olga: Client;
let lastId = 1000;
const newId = () => {
  lastId += 1;
  return lastId;
};

const add = async (more: Partial<User>): Promise<Client> => {
  const user = aUser({ id: newId(), joinedAt: Date.now() - 90 * 86_400_000, ...more });
  await server.append({ type: "user_created", user });
  return server.clientOf(user);
};

const makers: Readonly<Record<CallerName, () => Promise<Client>>> = {
  owner: () => add({ role: "owner" }),
  administrator: () => add({ role: "administrator" }),
  moderator: () => add({ role: "moderator" }),
  member: () => add({}),
  newcomer: () => add({ joinedAt: Date.now() }),
  guest: () => add({ role: "guest" }),
  bot: () => add({ bot: newBot("generic", 1) }),
};

const group = async (): Promise<number> => {
  const id = newId();
  await server.append({ type: "group_created", group: aGroup({ id, name: `group ${id}`, members: [1] }) });
  return id;
};
const bot = async (ownerId: number): Promise<number> => (await add({ bot: newBot("generic", ownerId) })).id;
const person = async (more: Partial<User> = {}): Promise<number> => (await add(more)).id;
const deactivated = () => person({ isActive: false });
const field = async (): Promise<number> => {
  const id = newId();
  const { profileFields } = await server.services.directory.stateOf(server.realmId);
  const fields = [...profileFields, aProfileField({ id, name: `field ${id}` })];
  await server.append({ type: "profile_fields_set", fields, removedIds: [] });
  return id;
};
const linkifier = async (): Promise<number> => {
  const id = newId();
  const all = (await server.services.directory.stateOf(server.realmId)).linkifiers;
  await server.append({
    type: "linkifiers_set",
    linkifiers: [...all, aLinkifier({ id, pattern: `l${id} (?P<id>x)` })],
  });
  return id;
};
const linkifiers = async (): Promise<readonly number[]> =>
  (await server.services.directory.stateOf(server.realmId)).linkifiers.map(({ id }) => id);
const playground = async (): Promise<number> => {
  const id = newId();
  const all = (await server.services.directory.stateOf(server.realmId)).playgrounds;
  await server.append({
    type: "playgrounds_set",
    playgrounds: [
      ...all,
      { id, name: `p${id}`, pygmentsLanguage: "C", urlTemplate: "https://example.com/{code}" },
    ],
  });
  return id;
};
const channel = async (): Promise<number> => {
  const id = newId();
  await server.append({ type: "channel_created", channel: aChannel({ id, name: `channel ${id}` }) });
  return id;
};
const emoji = async (): Promise<string> => {
  const id = newId();
  await server.append({ type: "emoji_added", emoji: aRealmEmoji({ id, name: `e${id}` }) });
  return `e${id}`;
};
const folders = async (): Promise<readonly number[]> =>
  (await server.services.directory.stateOf(server.realmId)).channelFolders.map(({ id }) => id);
const folder = async (): Promise<number> => {
  const id = newId();
  const { channelFolders } = await server.services.directory.stateOf(server.realmId);
  await server.append({
    type: "channel_folders_set",
    folders: [...channelFolders, aChannelFolder({ id, name: `folder ${id}` })],
    change: { op: "add", folderId: id },
  });
  return id;
};
const invitation = async (email: string | null): Promise<number> => {
  const id = newId();
  await server.append({ type: "invitations_made", invitations: [anInvitation({ id, email })] });
  return id;
};
/** A message that any caller can read. */
const notes = async (c: Client): Promise<number> =>
  (await c.post("/messages", { type: "direct", to: [c.id], content: "x" })).body.id;
const domain = async (): Promise<string> => {
  const id = newId();
  const name = `d${id}.example.com`;
  await server.append({ type: "domain_added", domain: { id, domain: name, allowSubdomains: false } });
  return name;
};

type Call = (client: Client) => PromiseLike<Response>;
/** A call on something created for it. */
const after =
  <A>(prepare: (client: Client) => PromiseLike<A>, call: (client: Client, made: A) => Test): Call =>
  async (client) =>
    call(client, await prepare(client));

/** A client that sends no credentials. */
const anonymous = (): Pick<Client, "get" | "post" | "put" | "patch" | "delete"> => {
  const pathOf = (path: string) => `/api/v1${path}`;
  return {
    get: (path, query = {}) => request(server.http).get(pathOf(path)).query(onTheWire(query)),
    post: (path, form = {}) => request(server.http).post(pathOf(path)).type("form").send(onTheWire(form)),
    put: (path, form = {}) => request(server.http).put(pathOf(path)).type("form").send(onTheWire(form)),
    patch: (path, form = {}) => request(server.http).patch(pathOf(path)).type("form").send(onTheWire(form)),
    delete: (path, form = {}) => request(server.http).delete(pathOf(path)).type("form").send(onTheWire(form)),
  };
};

const everyone = "ok ok ok ok ok ok ok";
const people = "ok ok ok ok ok ok bots";
const onlyBots = "onlyBots onlyBots onlyBots onlyBots onlyBots onlyBots ok";
const administrators = "ok ok admin admin admin admin admin";
const changers = "ok ok perm perm perm perm perm";
const owners = "ok owner owner owner owner owner owner";
const seers = "ok ok ok ok ok noChannel ok";
const channelAdministrators = "ok ok administer administer administer noChannel administer";
const notGuests = "ok ok ok ok ok guest ok";

const webPushKeys = { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) };

const table: readonly (readonly [endpoint: string, expected: string, call: Call])[] = [
  // Messages and channels: the test channel is public.
  ["post /messages", "ok ok ok ok ok channel ok", (c) => c.post("/messages", { type: "channel", to: "table", topic: "t", content: "x" })],
  ["post /messages/render", everyone, (c) => c.post("/messages/render", { content: "x" })],
  ["get /messages", everyone, (c) => c.get("/messages", { anchor: "newest", num_before: 1, num_after: 1 })],
  ["post /messages/flags", everyone, (c) => c.post("/messages/flags", { messages: [], op: "add", flag: "read" })],
  ["post /messages/flags/narrow", everyone, (c) => c.post("/messages/flags/narrow", { anchor: "newest", num_before: 1, num_after: 0, narrow: [], op: "add", flag: "read" })],
  ["post /mark_all_as_read", everyone, (c) => c.post("/mark_all_as_read")],
  ["post /mark_stream_as_read", seers, (c) => c.post("/mark_stream_as_read", { stream_id: 50 })],
  ["post /mark_topic_as_read", seers, (c) => c.post("/mark_topic_as_read", { stream_id: 50, topic_name: "t" })],
  ["get /messages/{message_id}", "message message message message message message message", (c) => c.get("/messages/999")],
  ["post /typing", everyone, (c) => c.post("/typing", { op: "start", to: [1] })],
  ["post /messages/{message_id}/typing", "message message message message message message message", (c) => c.post("/messages/999/typing", { op: "start" })],
  ["delete /messages/{message_id}", "message message message message message message message", (c) => c.delete("/messages/999")],
  ["patch /messages/{message_id}", "message message message message message message message", (c) => c.patch("/messages/999", { content: "x" })],
  ["get /messages/matches_narrow", everyone, (c) => c.get("/messages/matches_narrow", { msg_ids: [], narrow: [] })],
  ["get /messages/{message_id}/history", "message message message message message message message", (c) => c.get("/messages/999/history")],
  ["get /messages/{message_id}/read_receipts", "message message message message message message message", (c) => c.get("/messages/999/read_receipts")],
  ["post /messages/{message_id}/report", "noReports noReports noReports noReports noReports noReports noReports", (c) => c.post("/messages/999/report", { report_type: "spam" })],
  ["post /messages/{message_id}/reactions", "message message message message message message message", (c) => c.post("/messages/999/reactions", { emoji_name: "car" })],
  ["post /submessage", "message message message message message message message", (c) => c.post("/submessage", { message_id: 999, msg_type: "widget", content: "{}" })],
  ["delete /messages/{message_id}/reactions", "message message message message message message message", (c) => c.delete("/messages/999/reactions", { emoji_name: "car" })],
  ["post /register", everyone, (c) => c.post("/register", { event_types: ["message"] })],
  ["get /events", "queue queue queue queue queue queue queue", (c) => c.get("/events", { queue_id: "none", dont_block: true })],
  ["get /events/stream", "queue queue queue queue queue queue queue", (c) => c.get("/events/stream", { queue_id: "none" })],
  ["delete /events", "queue queue queue queue queue queue queue", (c) => c.delete("/events", { queue_id: "none" })],
  ["get /users/me/subscriptions", everyone, (c) => c.get("/users/me/subscriptions")],
  ["post /users/me/subscriptions", notGuests, (c) => c.post("/users/me/subscriptions", { subscriptions: [{ name: "table" }] })],
  ["delete /users/me/subscriptions", "ok ok ok ok ok unknown ok", (c) => c.delete("/users/me/subscriptions", { subscriptions: ["table"] })],
  ["get /streams", everyone, (c) => c.get("/streams")],
  ["get /get_stream_id", "ok ok ok ok ok stream ok", (c) => c.get("/get_stream_id", { stream: "table" })],
  ["get /streams/{stream_id}", seers, (c) => c.get("/streams/50")],
  ["post /channels/create", notGuests, (c) => c.post("/channels/create", { name: `made ${newId()}` })],
  ["patch /streams/{stream_id}", channelAdministrators, after(channel, (c, id) => c.patch(`/streams/${id}`, { description: "d" }))],
  ["delete /streams/{stream_id}", channelAdministrators, after(channel, (c, id) => c.delete(`/streams/${id}`))],
  ["get /streams/{stream_id}/members", seers, (c) => c.get("/streams/50/members")],
  ["get /streams/{stream_id}/email_address", seers, (c) => c.get("/streams/50/email_address")],
  ["get /users/{user_id}/subscriptions/{stream_id}", seers, (c) => c.get("/users/1/subscriptions/50")],
  ["post /default_streams", "ok ok defaults defaults defaults defaults defaults", after(channel, (c, id) => c.post("/default_streams", { stream_id: id }))],
  ["delete /default_streams", "ok ok defaults defaults defaults defaults defaults", (c) => c.delete("/default_streams", { stream_id: 50 })],
  ["post /default_stream_groups/create", administrators, (c) => c.post("/default_stream_groups/create", { group_name: `g${newId()}`, description: "", stream_names: [] })],
  ["patch /default_stream_groups/{group_id}", "noGroup noGroup admin admin admin admin admin", (c) => c.patch("/default_stream_groups/999", { new_group_name: "x" })],
  ["patch /default_stream_groups/{group_id}/streams", "noGroup noGroup admin admin admin admin admin", (c) => c.patch("/default_stream_groups/999/streams", { op: "add", stream_names: [] })],
  ["delete /default_stream_groups/{group_id}", "noGroup noGroup admin admin admin admin admin", (c) => c.delete("/default_stream_groups/999")],
  ["post /users/me/subscriptions/properties", everyone, (c) => c.post("/users/me/subscriptions/properties", { subscription_data: [] })],
  ["patch /users/me/subscriptions/{stream_id}", "notIn notIn notIn notIn notIn noChannel notIn", (c) => c.patch("/users/me/subscriptions/51", { property: "is_muted", value: true })],
  ["post /users/me/subscriptions/{stream_id}", "notIn notIn notIn notIn notIn noChannel notIn", (c) => c.post("/users/me/subscriptions/51", { property: "is_muted", value: true })],
  ["get /users/me/{stream_id}/topics", seers, (c) => c.get("/users/me/50/topics")],
  ["post /streams/{stream_id}/delete_topic", "ok ok admin admin admin noChannel admin", (c) => c.post("/streams/50/delete_topic", { topic_name: "none" })],
  ["post /user_topics", seers, (c) => c.post("/user_topics", { stream_id: 50, topic: "t", visibility_policy: 1 })],
  ["patch /users/me/subscriptions/muted_topics", seers, (c) => c.patch("/users/me/subscriptions/muted_topics", { stream_id: 50, topic: "m", op: "add" })],
  ["get /drafts", everyone, (c) => c.get("/drafts")],
  ["post /drafts", everyone, (c) => c.post("/drafts", { drafts: [] })],
  ["patch /drafts/{draft_id}", "noDraft noDraft noDraft noDraft noDraft noDraft noDraft", (c) => c.patch("/drafts/999", { draft: { type: "", to: [], topic: "", content: "x" } })],
  ["delete /drafts/{draft_id}", "noDraft noDraft noDraft noDraft noDraft noDraft noDraft", (c) => c.delete("/drafts/999")],
  ["get /scheduled_messages", everyone, (c) => c.get("/scheduled_messages")],
  ["post /scheduled_messages", everyone, (c) => c.post("/scheduled_messages", { type: "direct", to: [c.id], content: "x", scheduled_delivery_timestamp: 4_000_000_000 })],
  ["patch /scheduled_messages/{scheduled_message_id}", "noScheduled noScheduled noScheduled noScheduled noScheduled noScheduled noScheduled", (c) => c.patch("/scheduled_messages/999", { content: "x" })],
  ["delete /scheduled_messages/{scheduled_message_id}", "noScheduled noScheduled noScheduled noScheduled noScheduled noScheduled noScheduled", (c) => c.delete("/scheduled_messages/999")],
  ["get /users/{user_id}/channels", everyone, (c) => c.get(`/users/${c.id}/channels`)],
  ["post /zcommand", people, (c) => c.post("/zcommand", { command: "/ping" })],
  ["post /realm/test_welcome_bot_custom_message", "ok ok admin admin admin admin admin", (c) => c.post("/realm/test_welcome_bot_custom_message", { welcome_message_custom_text: "hi" })],
  ["get /reminders", everyone, (c) => c.get("/reminders")],
  ["post /reminders", everyone, async (c) => c.post("/reminders", { message_id: await notes(c), scheduled_delivery_timestamp: 4_000_000_000 })],
  ["delete /reminders/{reminder_id}", "noReminder noReminder noReminder noReminder noReminder noReminder noReminder", (c) => c.delete("/reminders/999")],
  ["get /navigation_views", everyone, (c) => c.get("/navigation_views")],
  ["post /navigation_views", everyone, (c) => c.post("/navigation_views", { fragment: "inbox", is_pinned: true })],
  ["patch /navigation_views/{+fragment}", "noView noView noView noView noView noView noView", (c) => c.patch("/navigation_views/none", { is_pinned: true })],
  ["delete /navigation_views/{+fragment}", "noView noView noView noView noView noView noView", (c) => c.delete("/navigation_views/none")],
  ["post /users/me/onboarding_steps", people, (c) => c.post("/users/me/onboarding_steps", { onboarding_step: "intro_resolve_topic" })],
  ["get /saved_snippets", everyone, (c) => c.get("/saved_snippets")],
  ["post /saved_snippets", everyone, (c) => c.post("/saved_snippets", { title: "t", content: "c" })],
  ["patch /saved_snippets/{saved_snippet_id}", "noSnippet noSnippet noSnippet noSnippet noSnippet noSnippet noSnippet", (c) => c.patch("/saved_snippets/999", { title: "t" })],
  ["delete /saved_snippets/{saved_snippet_id}", "noSnippet noSnippet noSnippet noSnippet noSnippet noSnippet noSnippet", (c) => c.delete("/saved_snippets/999")],
  ["get /realm/linkifiers", everyone, (c) => c.get("/realm/linkifiers")],
  ["post /realm/filters", administrators, (c) => c.post("/realm/filters", { pattern: `l${newId()}`, url_template: "https://example.com" })],
  ["patch /realm/filters/{filter_id}", administrators, after(linkifier, (c, id) => c.patch(`/realm/filters/${id}`, { pattern: `l${id}`, url_template: "https://example.com" }))],
  ["delete /realm/filters/{filter_id}", administrators, after(linkifier, (c, id) => c.delete(`/realm/filters/${id}`))],
  ["patch /realm/linkifiers", administrators, after(linkifiers, (c, order) => c.patch("/realm/linkifiers", { ordered_linkifier_ids: order }))],
  ["post /realm/playgrounds", administrators, (c) => c.post("/realm/playgrounds", { name: `p${newId()}`, pygments_language: "C", url_template: "https://example.com/{code}" })],
  ["delete /realm/playgrounds/{playground_id}", administrators, after(playground, (c, id) => c.delete(`/realm/playgrounds/${id}`))],
  ["get /channel_folders", everyone, (c) => c.get("/channel_folders")],
  ["post /channel_folders/create", administrators, (c) => c.post("/channel_folders/create", { name: `f${newId()}`, description: "" })],
  ["patch /channel_folders/{channel_folder_id}", administrators, after(folder, (c, id) => c.patch(`/channel_folders/${id}`, { description: "d" }))],
  ["patch /channel_folders", administrators, after(folders, (c, order) => c.patch("/channel_folders", { order }))],
  // Files. An answer about a missing file shows that the caller may send one.
  ["post /user_uploads", "noFile noFile noFile noFile noFile noFile noFile", (c) => c.post("/user_uploads")],
  ["get /user_uploads/{realm_id_str}/{+filename}", "notThere notThere notThere notThere notThere notThere notThere", (c) => c.get("/user_uploads/1/ab/none/a.txt")],
  ["get /thumbnail/status/{realm_id_str}/{+filename}", "notThere notThere notThere notThere notThere notThere notThere", (c) => c.get("/thumbnail/status/1/ab/none/a.png")],
  ["get /attachments", everyone, (c) => c.get("/attachments")],
  ["delete /attachments/{attachment_id}", "noAttachment noAttachment noAttachment noAttachment noAttachment noAttachment noAttachment", (c) => c.delete("/attachments/999")],
  ["get /realm/emoji", everyone, (c) => c.get("/realm/emoji")],
  ["post /realm/emoji/{emoji_name}", "noEmoji noEmoji noEmoji noEmoji noEmoji guest noEmoji", (c) => c.post("/realm/emoji/party")],
  ["delete /realm/emoji/{emoji_name}", "ok ok notAuthor notAuthor notAuthor guest notAuthor", after(emoji, (c, name) => c.delete(`/realm/emoji/${name}`))],
  ["post /users/me/avatar", "noAvatar noAvatar noAvatar noAvatar noAvatar noAvatar noAvatar", (c) => c.post("/users/me/avatar")],
  ["delete /users/me/avatar", everyone, (c) => c.delete("/users/me/avatar")],
  ["get /realm/icon", "found found found found found found found", (c) => c.get("/realm/icon")],
  ["post /realm/icon", "noIcon noIcon admin admin admin admin admin", (c) => c.post("/realm/icon")],
  ["delete /realm/icon", administrators, (c) => c.delete("/realm/icon")],
  ["get /realm/logo", "found found found found found found found", (c) => c.get("/realm/logo", { night: true })],
  ["post /realm/logo", "noLogo noLogo admin admin admin admin admin", (c) => c.post("/realm/logo", { night: false })],
  ["delete /realm/logo", administrators, (c) => c.delete("/realm/logo", { night: true })],
  // Notifications on devices.
  ["post /register_client_device", people, (c) => c.post("/register_client_device")],
  ["post /remove_client_device", "noDevice noDevice noDevice noDevice noDevice noDevice noDevice", (c) => c.post("/remove_client_device", { device_id: 999 })],
  ["post /mobile_push/register", "pushOff pushOff pushOff pushOff pushOff pushOff bots", (c) => c.post("/mobile_push/register", { device_id: 999 })],
  ["post /users/me/apns_device_token", people, (c) => c.post("/users/me/apns_device_token", { token: "c0ffee", appid: "org.example" })],
  ["delete /users/me/apns_device_token", people, after((c) => c.post("/users/me/apns_device_token", { token: "c0ffee", appid: "org.example" }).then(() => "C0FFEE"), (c, token) => c.delete("/users/me/apns_device_token", { token }))],
  ["post /users/me/android_gcm_reg_id", people, (c) => c.post("/users/me/android_gcm_reg_id", { token: "t" })],
  ["delete /users/me/android_gcm_reg_id", people, after((c) => c.post("/users/me/android_gcm_reg_id", { token: "t" }).then(() => "t"), (c, token) => c.delete("/users/me/android_gcm_reg_id", { token }))],
  ["get /users/me/web_push_subscriptions/key", "pushOff pushOff pushOff pushOff pushOff pushOff bots", (c) => c.get("/users/me/web_push_subscriptions/key")],
  ["post /users/me/web_push_subscriptions", people, (c) => c.post("/users/me/web_push_subscriptions", { endpoint: "https://push.example.com/1", ...webPushKeys })],
  ["delete /users/me/web_push_subscriptions", people, after((c) => c.post("/users/me/web_push_subscriptions", { endpoint: "https://push.example.com/1", ...webPushKeys }).then(() => "https://push.example.com/1"), (c, endpoint) => c.delete("/users/me/web_push_subscriptions", { endpoint }))],
  ["get /users/me/push_devices", people, (c) => c.get("/users/me/push_devices")],
  ["post /mobile_push/test_notification", people, (c) => c.post("/mobile_push/test_notification")],
  ["post /mobile_push/e2ee/test_notification", "idle idle idle idle idle idle bots", (c) => c.post("/mobile_push/e2ee/test_notification")],
  // People.
  ["get /users", everyone, (c) => c.get("/users")],
  ["get /bot_storage", onlyBots, (c) => c.get("/bot_storage")],
  ["put /bot_storage", onlyBots, (c) => c.put("/bot_storage", { storage: {} })],
  ["delete /bot_storage", onlyBots, (c) => c.delete("/bot_storage")],
  ["post /calls/provider/create", everyone, (c) => c.post("/calls/provider/create")],
  ["post /calls/jitsi/create", everyone, (c) => c.post("/calls/jitsi/create")],
  ["post /calls/zoom/create", everyone.replaceAll("ok", "noZoom"), (c) => c.post("/calls/zoom/create")],
  ["post /calls/webex/create", everyone.replaceAll("ok", "noWebex"), (c) => c.post("/calls/webex/create")],
  ["get /calls/bigbluebutton/create", everyone.replaceAll("ok", "noMeetings"), (c) => c.get("/calls/bigbluebutton/create", { meeting_name: "x" })],
  ["post /calls/nextcloud_talk/create", everyone.replaceAll("ok", "noTalk"), (c) => c.post("/calls/nextcloud_talk/create", { room_name: "x" })],
  ["post /calls/galene/create", everyone.replaceAll("ok", "noGalene"), (c) => c.post("/calls/galene/create", { room_name: "x" })],
  ["get /invites", "ok ok ok ok ok guest bots", (c) => c.get("/invites")],
  ["post /invites", "ok ok ok ok ok perm bots", (c) => c.post("/invites", { invitee_emails: `i${newId()}@example.com`, stream_ids: [] })],
  ["post /invites/multiuse", "ok ok perm perm perm perm bots", (c) => c.post("/invites/multiuse")],
  ["delete /invites/{invite_id}", "ok ok notYours notYours notYours guest bots", after(() => invitation("a@example.org"), (c, id) => c.delete(`/invites/${id}`))],
  ["post /invites/{invite_id}/resend", "ok ok notYours notYours notYours guest bots", after(() => invitation("a@example.org"), (c, id) => c.post(`/invites/${id}/resend`))],
  ["delete /invites/multiuse/{invite_id}", "ok ok notYours notYours notYours guest bots", after(() => invitation(null), (c, id) => c.delete(`/invites/multiuse/${id}`))],
  ["post /users", administrators, (c) => c.post("/users", { email: `p${newId()}@example.com`, full_name: "New", password: "a long enough password" })],
  ["get /users/me", everyone, (c) => c.get("/users/me")],
  ["get /users/{user_id}", everyone, (c) => c.get("/users/1")],
  ["get /users/{email}", everyone, (c) => c.get("/users/owner@example.com")],
  ["patch /users/{user_id}", changers, after(() => person(), (c, id) => c.patch(`/users/${id}`, { full_name: "Renamed" }))],
  ["patch /users/{email}", changers, after(() => add({}), (c, { email }) => c.patch(`/users/${email}`, { role: 300 }))],
  ["delete /users/{user_id}", changers, after(() => person(), (c, id) => c.delete(`/users/${id}`))],
  ["delete /users/me", people, (c) => c.delete("/users/me")],
  ["post /users/{user_id}/reactivate", changers, after(deactivated, (c, id) => c.post(`/users/${id}/reactivate`))],
  ["patch /settings", people, (c) => c.patch("/settings", { enter_sends: false })],
  ["patch /settings/display", people, (c) => c.patch("/settings/display", { color_scheme: 2 })],
  ["patch /settings/notifications", people, (c) => c.patch("/settings/notifications", { enable_sounds: false })],
  ["post /users/me/api_key/regenerate", everyone, (c) => c.post("/users/me/api_key/regenerate")],
  ["get /users/me/sessions", people, (c) => c.get("/users/me/sessions")],
  ["delete /users/me/sessions", people, (c) => c.delete("/users/me/sessions")],
  ["delete /users/me/sessions/{session_id}", "noSession noSession noSession noSession noSession noSession bots", (c) => c.delete("/users/me/sessions/x")],
  ["get /users/me/api_keys", people, (c) => c.get("/users/me/api_keys")],
  ["delete /users/me/api_keys", people, (c) => c.delete("/users/me/api_keys")],
  ["get /users/me/two_factors", people, (c) => c.get("/users/me/two_factors")],
  ["delete /users/{user_id}/two_factors", changers, after(() => person(), (c, id) => c.delete(`/users/${id}/two_factors`))],
  ["get /users/{user_id}/sessions", changers, after(() => person(), (c, id) => c.get(`/users/${id}/sessions`))],
  ["delete /users/{user_id}/sessions", changers, after(() => person(), (c, id) => c.delete(`/users/${id}/sessions`))],
  ["delete /users/{user_id}/sessions/{session_id}", "noSession noSession perm perm perm perm perm", after(() => person(), (c, id) => c.delete(`/users/${id}/sessions/x`))],
  ["get /users/{user_id}/api_keys", changers, after(() => person(), (c, id) => c.get(`/users/${id}/api_keys`))],
  ["delete /users/{user_id}/api_keys", changers, after(() => person(), (c, id) => c.delete(`/users/${id}/api_keys`))],
  ["get /users/me/alert_words", everyone, (c) => c.get("/users/me/alert_words")],
  ["post /users/me/alert_words", everyone, (c) => c.post("/users/me/alert_words", { alert_words: ["a"] })],
  ["delete /users/me/alert_words", everyone, (c) => c.delete("/users/me/alert_words", { alert_words: ["a"] })],
  ["post /users/me/muted_users/{muted_user_id}", everyone, (c) => c.post("/users/me/muted_users/1")],
  ["delete /users/me/muted_users/{muted_user_id}", everyone, after((c) => c.post("/users/me/muted_users/1").then(() => 1), (c) => c.delete("/users/me/muted_users/1"))],
  ["post /users/me/status", people, (c) => c.post("/users/me/status", { status_text: "here" })],
  ["post /users/{user_id}/status", "ok ok perm perm perm perm bots", (c) => c.post("/users/1/status", { status_text: "here" })],
  ["get /users/{user_id}/status", everyone, (c) => c.get("/users/1/status")],
  ["post /users/me/presence", people, (c) => c.post("/users/me/presence", { status: "active" })],
  ["get /realm/presence", everyone, (c) => c.get("/realm/presence")],
  ["get /users/{user_id}/presence", everyone, (c) => c.get("/users/1/presence")],
  ["get /users/{email}/presence", everyone, (c) => c.get("/users/owner@example.com/presence")],
  // Bots.
  ["get /bots", notGuests, (c) => c.get("/bots")],
  ["post /bots", "ok ok ok ok perm guest bots", (c) => c.post("/bots", { full_name: `Bot ${newId()}`, short_name: `b${newId()}` })],
  ["patch /bots/{bot_id}", "ok ok perm perm perm guest bots", after(() => bot(1), (c, id) => c.patch(`/bots/${id}`, { full_name: `Bot ${id}` }))],
  ["delete /bots/{bot_id}", "ok ok perm perm perm perm bots", after(() => bot(1), (c, id) => c.delete(`/bots/${id}`))],
  ["get /bots/{bot_id}/api_key", "ok perm perm perm perm perm bots", after(() => bot(1), (c, id) => c.get(`/bots/${id}/api_key`))],
  ["post /bots/{bot_id}/api_key/regenerate", "ok perm perm perm perm perm bots", after(() => bot(1), (c, id) => c.post(`/bots/${id}/api_key/regenerate`))],
  // The organization.
  ["get /messages/summary", "noAi noAi noAi noAi noAi noAi bots", (c) => c.get("/messages/summary")],
  ["get /export/realm", administrators, (c) => c.get("/export/realm")],
  ["post /export/realm", "noExport noExport admin admin admin admin admin", (c) => c.post("/export/realm")],
  ["delete /export/realm/{export_id}", "exportId exportId admin admin admin admin admin", (c) => c.delete("/export/realm/1")],
  ["get /export/realm/consents", administrators, (c) => c.get("/export/realm/consents")],
  ["post /calls/constructorgroups/create", "noGroups noGroups noGroups noGroups noGroups noGroups noGroups", (c) => c.post("/calls/constructorgroups/create")],
  ["post /realm/deactivate", "ok owner owner owner owner owner bots", async (c) => {
    const answer = await c.post("/realm/deactivate");
    await reactivateRealm(server.services)(server.realmId)();
    return answer;
  }],
  ["patch /realm", administrators, (c) => c.patch("/realm", { digest_weekday: 2 })],
  ["patch /realm/user_settings_defaults", administrators, (c) => c.patch("/realm/user_settings_defaults", { enter_sends: false })],
  ["get /realm/audit_log", owners, (c) => c.get("/realm/audit_log")],
  ["get /realm/setting_changes", administrators, (c) => c.get("/realm/setting_changes", { kinds: ["realm_property_changed"] })],
  ["get /realm/domains", everyone, (c) => c.get("/realm/domains")],
  ["post /realm/domains", owners, (c) => c.post("/realm/domains", { domain: `n${newId()}.example.com`, allow_subdomains: true })],
  ["patch /realm/domains/{domain}", owners, after(domain, (c, name) => c.patch(`/realm/domains/${name}`, { allow_subdomains: true }))],
  ["delete /realm/domains/{domain}", owners, after(domain, (c, name) => c.delete(`/realm/domains/${name}`))],
  ["get /realm/profile_fields", everyone, (c) => c.get("/realm/profile_fields")],
  ["post /realm/profile_fields", administrators, (c) => c.post("/realm/profile_fields", { name: `f${newId()}`, field_type: 1 })],
  ["patch /realm/profile_fields/{field_id}", administrators, after(field, (c, id) => c.patch(`/realm/profile_fields/${id}`, { hint: "h" }))],
  ["delete /realm/profile_fields/{field_id}", administrators, after(field, (c, id) => c.delete(`/realm/profile_fields/${id}`))],
  ["patch /realm/profile_fields", administrators, after(
    async () => (await server.services.directory.stateOf(server.realmId)).profileFields.map(({ id }) => id),
    (c, order) => c.patch("/realm/profile_fields", { order }),
  )],
  ["patch /users/me/profile_data", people, after(field, (c, id) => c.patch("/users/me/profile_data", { data: [{ id, value: "x" }] }))],
  ["delete /users/me/profile_data", people, after(field, (c, id) => c.delete("/users/me/profile_data", { data: [id] }))],
  // Groups: the owners of this realm manage them all.
  ["get /user_groups", notGuests, (c) => c.get("/user_groups")],
  ["post /user_groups/create", "ok ok ok ok perm perm ok", (c) => c.post("/user_groups/create", { name: `g${newId()}`, description: "", members: [] })],
  ["patch /user_groups/{user_group_id}", "ok perm perm perm perm guest perm", after(group, (c, id) => c.patch(`/user_groups/${id}`, { description: "d" }))],
  ["post /user_groups/{user_group_id}/deactivate", "ok perm perm perm perm perm perm", after(group, (c, id) => c.post(`/user_groups/${id}/deactivate`))],
  ["get /user_groups/{user_group_id}/members", notGuests, (c) => c.get("/user_groups/3/members")],
  ["post /user_groups/{user_group_id}/members", "ok perm perm perm perm guest perm", after(group, (c, id) => c.post(`/user_groups/${id}/members`, { delete: [1] }))],
  ["get /user_groups/{user_group_id}/members/{user_id}", notGuests, (c) => c.get("/user_groups/3/members/1")],
  ["get /user_groups/{user_group_id}/subgroups", notGuests, (c) => c.get("/user_groups/3/subgroups")],
  ["post /user_groups/{user_group_id}/subgroups", "ok perm perm perm perm guest perm", after(group, (c, id) => c.post(`/user_groups/${id}/subgroups`, { add: [3] }))],
]; // biome-ignore format: a table reads best with a row a line

beforeAll(async () => {
  server = await startServer();
  const full = 4;
  await server.append(
    { type: "channel_created", channel: aChannel({ id: 50, name: "table" }) },
    { type: "channel_created", channel: aChannel({ id: 51, name: "nobody's" }) },
    {
      type: "realm_changed",
      change: {
        settings: { waitingPeriodThreshold: 30 },
        permissions: { canCreateGroups: full, canCreateBotsGroup: full, canCreateWriteOnlyBotsGroup: full },
      },
    },
  );
  await server.owner.post("/users/me/presence", { status: "active" });
  const other = { name: "Other", subdomain: "other", ownerEmail: "olga@example.com", ownerName: "Olga" };
  const { realmId, ownerId } = successOf(await createRealm(server.services)(other)());
  olga = server.clientOf({ id: ownerId, email: "olga@example.com" }, realmId);
});
afterAll(() => server.stop());

describe.each(table)("%s", (_endpoint, expected, call) => {
  const cells = expected.split(" ") as Answer[];

  test.each(callers.map((caller, index) => [caller, cells[index]] as const))(
    "%s: %s",
    async (caller, answer) => {
      const client = await makers[caller]();
      const { status, body } = await call(client);
      expect([status, body.code, body.msg]).toEqual(answers[answer ?? "ok"]);
    },
  );

  test("deactivated users, users of another realm and missing logins: 401", async () => {
    const deactivated = await add({ isActive: false, role: "owner" });
    const outcomes: unknown[] = [];
    for (const client of [deactivated, olga, { ...deactivated, ...anonymous() }]) {
      const { status, body } = await call(client);
      outcomes.push([status, body.code]);
    }
    expect(outcomes).toEqual([
      [401, "USER_DEACTIVATED"],
      [401, "UNAUTHORIZED"],
      [401, "UNAUTHORIZED"],
    ]);
  });
});

test("the table has every endpoint that needs a login", () => {
  const declared = allEndpoints(false).filter(
    // Webhooks have their own keys: tests/http/webhooks/incoming-webhooks.test.ts.
    ({ caller }) => caller !== "anyone" && caller !== "webhook",
  );
  expect(table.map(([endpoint]) => endpoint).sort()).toEqual(
    declared.map(({ method, at }) => `${method} ${at}`).sort(),
  );
});
