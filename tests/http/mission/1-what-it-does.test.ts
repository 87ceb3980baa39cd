import request, { type Response } from "supertest";
import { newGroup } from "../../support/builders/groups";
import { listenTo, success } from "../../support/http/event-queue";
import type { Client, TestServer } from "../../support/http/http-application";
import { startPushServer } from "../../support/http/push-application";
import { shows } from "../../support/mission/levels";
import { answering, type Peer, startPeer } from "../../support/servers/peer";

let push: Awaited<ReturnType<typeof startPushServer>>;
let bot: Peer;
let server: TestServer;
let owner: Client;
let ben: Client;
let general: number;

beforeAll(async () => {
  bot = await startPeer(answering(200, { content: "I heard you." }));
  push = await startPushServer({
    settings: { PARLEY_WEBHOOK_ALLOW: "127.0.0.1", PARLEY_JITSI_URL: "https://meet.example.com" },
  });
  server = push.server;
  owner = server.owner;
  ben = await server.newMember("Ben");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(async () => {
  await push.stop();
  await bot.close();
});

/** Checks that an answer is a success; returns its own fields. */
const succeeded = ({ status, type, body }: Response) => {
  expect([status, type]).toEqual([200, "application/json"]);
  const { result, msg, ...fields } = body;
  expect({ result, msg }).toEqual(success());
  return fields;
};
const say = async (content: string, who = owner): Promise<number> =>
  succeeded(await who.post("/messages", { type: "channel", to: general, topic: "lunch", content })).id;
const everySuccess = "§4 note 1";

shows(["§1 note 1", "§0 note 1"], "registration returns everything an organization consists of", async () => {
  const state = succeeded(await ben.post("/register"));
  expect(state.realm_name).toBe("Example");
  for (const part of [
    "realm_users",
    "realm_bots",
    "streams",
    "recent_private_conversations",
    "realm_user_groups",
    "custom_profile_fields",
    "realm_linkifiers",
    "realm_domains",
    "user_topics",
    "channel_folders",
  ])
    expect([part, Array.isArray(state[part])]).toEqual([part, true]);
  expect(succeeded(await owner.get("/invites")).invites).toEqual([]);
});

shows(["§1 note 2", everySuccess], "notifies others of typing, in composing and in editing", async () => {
  const id = await say("soup?");
  const bensEvents = await listenTo(ben, ["typing", "typing_edit_message"], {
    client_capabilities: { stream_typing_notifications: true },
  });
  const place = { type: "channel", stream_id: general, topic: "lunch" };
  expect(succeeded(await owner.post("/typing", { ...place, op: "start" }))).toEqual({});
  expect(succeeded(await owner.post(`/messages/${id}/typing`, { op: "start" }))).toEqual({});
  expect(await bensEvents()).toMatchObject([
    { type: "typing" },
    { type: "typing_edit_message", message_id: id },
  ]);
});

shows(["§1 note 3", everySuccess], "changes a user's subscription settings", async () => {
  const subscription_data = [{ stream_id: general, property: "color", value: "#abcdef" }];
  expect(succeeded(await ben.post("/users/me/subscriptions/properties", { subscription_data }))).toEqual({});
  const { subscriptions } = succeeded(await ben.get("/users/me/subscriptions"));
  expect(subscriptions).toContainEqual(expect.objectContaining({ stream_id: general, color: "#abcdef" }));
});

shows(["§1 note 4", everySuccess], "changes groups and their subgroups, and reactivates them", async () => {
  const id = await newGroup(ben);
  expect(succeeded(await ben.post(`/user_groups/${id}/subgroups`, { add: [5] }))).toEqual({});
  expect(succeeded(await ben.post(`/user_groups/${id}/deactivate`))).toEqual({});
  const change = { name: "Readers", deactivated: false };
  expect(succeeded(await ben.patch(`/user_groups/${id}`, change))).toEqual({});
  const { user_groups } = succeeded(await ben.get("/user_groups"));
  expect(user_groups).toContainEqual(
    expect.objectContaining({ id, name: "Readers", direct_subgroup_ids: [5] }),
  );
});

shows(["§1 note 5", everySuccess], "fetches, changes and deactivates users", async () => {
  const { id, email } = await server.newMember("Cleo");
  const read = async () => succeeded(await ben.get(`/users/${email}`));
  expect(Object.keys(await read())).toEqual(["user"]);
  expect(succeeded(await owner.patch(`/users/${id}`, { full_name: "Cleo C." }))).toEqual({});
  expect(succeeded(await owner.delete(`/users/${id}`))).toEqual({});
  expect((await read()).user).toMatchObject({ user_id: id, full_name: "Cleo C.", is_active: false });
});

shows(["§1 note 6", everySuccess], "creates channel folders and profile fields", async () => {
  const folder = succeeded(await owner.post("/channel_folders/create", { name: "Work", description: "" }));
  expect(folder).toEqual({ channel_folder_id: expect.any(Number) });
  const field = succeeded(await owner.post("/realm/profile_fields", { name: "Phone", field_type: 1 }));
  expect(field).toEqual({ id: expect.any(Number) });
  const state = succeeded(await ben.post("/register"));
  expect(state.channel_folders).toMatchObject([{ id: folder.channel_folder_id, name: "Work" }]);
  expect(state.custom_profile_fields).toMatchObject([{ id: field.id, name: "Phone" }]);
});

shows(["§1 note 7", everySuccess], "mails invitations", async () => {
  const terms = { invitee_emails: "dana@example.org", stream_ids: [general] };
  expect(succeeded(await owner.post("/invites", terms))).toEqual({});
  expect((await server.mails()).some((mail) => mail.includes("dana@example.org"))).toBe(true);
});

shows(
  ["§1 note 8", everySuccess],
  "flags the messages of a narrow, deletes messages and renders them",
  async () => {
    const id = await say("a *dish*");
    const range = { anchor: id, num_before: 0, num_after: 0, narrow: [] };
    const flagged = await ben.post("/messages/flags/narrow", { ...range, op: "add", flag: "starred" });
    expect(succeeded(flagged)).toEqual({
      processed_count: 1,
      updated_count: 1,
      first_processed_id: id,
      last_processed_id: id,
      found_oldest: false,
      found_newest: true,
    });
    expect(succeeded(await ben.get(`/messages/${id}`)).message.flags).toContain("starred");
    expect(succeeded(await owner.post("/messages/render", { content: "a *dish*" }))).toEqual({
      rendered: "<p>a <em>dish</em></p>",
    });
    expect(succeeded(await owner.delete(`/messages/${id}`))).toEqual({});
    expect((await ben.get(`/messages/${id}`)).body.msg).toBe("Invalid message(s)");
  },
);

shows(["§1 note 9", everySuccess], "stores drafts", async () => {
  const draft = { type: "stream", to: [general], topic: "lunch", content: "so" };
  const { ids, ...more } = succeeded(await ben.post("/drafts", { drafts: [draft] }));
  expect(more).toEqual({});
  expect(succeeded(await ben.get("/drafts")).drafts).toMatchObject([{ id: ids[0], ...draft }]);
});

shows(["§1 note 10", everySuccess], "lists channels and a channel's topics", async () => {
  const id = await say("and dessert?");
  const { streams, ...more } = succeeded(await ben.get("/streams"));
  expect([streams, more]).toEqual([
    expect.arrayContaining([expect.objectContaining({ stream_id: general, name: "general" })]),
    {},
  ]);
  const { topics, ...others } = succeeded(await ben.get(`/users/me/${general}/topics`));
  expect([topics[0], others]).toEqual([{ name: "lunch", max_id: id }, {}]);
});

shows(["§1 note 11", everySuccess], "adds allowed domains and lists linkifiers", async () => {
  const domain = { domain: "example.net", allow_subdomains: true };
  const { new_domain } = succeeded(await owner.post("/realm/domains", domain));
  expect(new_domain).toEqual([expect.any(Number), "example.net"]);
  expect(succeeded(await owner.get("/realm/domains")).domains).toContainEqual(domain);
  const linkifier = { pattern: "#(?P<id>[0-9]+)", url_template: "https://tracker.example.com/{id}" };
  succeeded(await owner.post("/realm/filters", linkifier));
  const { linkifiers, ...more } = succeeded(await ben.get("/realm/linkifiers"));
  expect([linkifiers, more]).toEqual([[expect.objectContaining(linkifier)], {}]);
});

shows(["§1 note 12", everySuccess], "sends test notifications and creates video calls", async () => {
  const [token, device] = [await push.readableDevice(ben, "android-one"), await push.encryptedDevice(ben)];
  push.peer.script.take();
  expect(succeeded(await ben.post("/mobile_push/test_notification", { token }))).toEqual({});
  const encrypted = await ben.post("/mobile_push/e2ee/test_notification", { device_id: device.id });
  expect(succeeded(encrypted)).toEqual({});
  expect(push.peer.script.take().map(({ address }) => address)).toEqual([token, device.address]);
  const { url, ...more } = succeeded(await ben.post("/calls/provider/create"));
  expect([url, more]).toEqual([expect.stringMatching(/^https:\/\/meet\.example\.com\/\w/), {}]);
});

shows(["§1 note 13", everySuccess], "stores files and shares them with readers of a link", async () => {
  const upload = request(server.http).post("/api/v1/user_uploads").auth(owner.email, owner.apiKey);
  const { url, uri, filename, ...more } = succeeded(
    await upload.attach("file", Buffer.from("soup"), "a.txt"),
  );
  expect([uri, filename, more]).toEqual([url, "a.txt", {}]);
  const open = async () =>
    (await request(server.http).get(url).set("Host", "chat.example.com").auth(ben.email, ben.apiKey)).status;
  expect(await open()).not.toBe(200);
  await say(`[${filename}](${url})`);
  expect(await open()).toBe(200);
});

shows(["§1 note 14", everySuccess], "returns its settings without login", async () => {
  const settings = succeeded(
    await request(server.http).get("/api/v1/server_settings").set("Host", "chat.example.com"),
  );
  expect(settings).toMatchObject({ realm_name: "Example", email_auth_enabled: true });
});

shows("§1 note 15", "posts messages for a bot to its server and sends the server's reply", async () => {
  const helper = succeeded(
    await ben.post("/bots", {
      full_name: "Helper",
      short_name: "helper",
      bot_type: 3,
      payload_url: JSON.stringify(bot.url),
    }),
  );
  const bensEvents = await listenTo(ben, ["message"]);
  succeeded(await ben.post("/messages", { type: "direct", to: [helper.user_id], content: "help" }));
  await server.services.jobRunner.runDue();
  expect(JSON.parse(bot.received[0]?.body ?? "")).toMatchObject({
    data: "help",
    trigger: "direct_message",
  });
  expect(await bensEvents()).toMatchObject([
    { message: { content: "help" } },
    { message: { content: "I heard you.", sender_id: helper.user_id } },
  ]);
});
