import request from "supertest";
import { newBot } from "../../../src/domain/bots/bot";
import { aMessageSent, aUser, channelConversation } from "../../support/builders/entities";
import { failure, listenTo, success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let bot: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
  const helper = aUser({ id: 52, fullName: "Bot", bot: newBot("generic", ben.id) });
  await server.append({ type: "user_created", user: helper });
  bot = server.clientOf(helper);
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => server.stop());

const send = async (who: Client, form: object = { type: "channel", to: "general", topic: "t" }) =>
  (await who.post("/messages", { content: "x", ...form })).body.id as number;
const remove = async (who: Client, id: number) => (await who.delete(`/messages/${id}`)).body;
const canRead = async (id: number, who = ben) => (await who.get(`/messages/${id}`)).status === 200;
const invalid = failure("Invalid message(s)");
const notAllowed = failure("You don't have permission to delete this message");
const setRealm = (settings: object) => owner.patch("/realm", settings);
const setGeneral = async (settings: object, who = owner) =>
  (await who.patch(`/streams/${general}`, settings)).body;
const only = (...members: Client[]) => ({
  new: { direct_members: members.map(({ id }) => id), direct_subgroups: [] },
});
const nobody = { new: 8 };
const everyone = { new: 2 };
const administrators = { new: 6 };

shows(
  ["§4.18 note 1", "§4.18 note 2"],
  "deletes a message for everyone, everywhere, with events",
  async () => {
    const remaining = await send(owner, { type: "channel", to: "general", topic: "gone" });
    const id = await send(ben, { type: "channel", to: "general", topic: "gone" });
    const events = await listenTo(cleo, ["delete_message"]);
    const inBulk = await listenTo(cleo, ["delete_message"], {
      client_capabilities: { bulk_message_deletion: true },
    });
    expect(await remove(ben, id)).toEqual(success());
    const event = { type: "delete_message", message_type: "stream", stream_id: general, topic: "gone" };
    expect(await events()).toEqual([{ ...event, message_id: id }]);
    expect(await inBulk()).toEqual([{ ...event, message_ids: [id] }]);
    for (const who of [owner, ben, cleo]) {
      expect((await who.get(`/messages/${id}`)).body).toEqual(invalid);
      const narrow = [["topic", "gone"]];
      const { body } = await who.get("/messages", { anchor: "newest", num_before: 9, num_after: 0, narrow });
      expect(body.messages.map((one: { id: number }) => one.id)).toEqual([remaining]);
    }
    const { body } = await cleo.get(`/users/me/${general}/topics`);
    expect(body.topics).toContainEqual({ name: "gone", max_id: remaining });
  },
);

shows(
  ["§4.18 note 2", "§7 error BAD_REQUEST, deleting a nonexistent message"],
  "refuses unknown and already deleted messages",
  async () => {
    const id = await send(ben);
    await remove(ben, id);
    for (const missing of [id, 999_999, 0]) {
      const { status, body } = await owner.delete(`/messages/${missing}`);
      expect([status, body]).toEqual([400, invalid]);
    }
    for (const wrong of ["one", "-1", "1.5"])
      expect((await owner.delete(`/messages/${wrong}`)).status).toBe(404);
  },
);

shows(
  ["§4.18 note 1", "§7 error BAD_REQUEST, deleting a nonexistent message"],
  "refuses to delete messages the caller can't read, even for administrators",
  async () => {
    const direct = await send(ben, { type: "direct", to: [cleo.id] });
    await ben.post("/channels/create", { name: "secret", invite_only: true, subscribers: [ben.id] });
    const secret = await send(ben, { type: "channel", to: "secret", topic: "t" });
    for (const id of [direct, secret]) expect(await remove(owner, id)).toEqual(invalid);
    expect([await canRead(direct), await canRead(secret)]).toEqual([true, true]);
    await ben.delete("/users/me/subscriptions", { subscriptions: ["secret"] });
    expect(await remove(ben, secret)).toEqual(invalid);
    const anonymous = await request(server.http).delete(`/api/v1/messages/${direct}`);
    expect([anonymous.status, anonymous.body.code]).toEqual([401, "UNAUTHORIZED"]);
  },
);

shows(
  ["§4.18 note 1", "§4.18 note 2", "§7 error BAD_REQUEST, no permission to delete a message"],
  "allows only the sender to delete a direct message",
  async () => {
    const id = await send(ben, { type: "direct", to: [cleo.id] });
    const { status, body } = await cleo.delete(`/messages/${id}`);
    expect([status, body]).toEqual([400, notAllowed]);
    expect(await canRead(id)).toBe(true);
    const events = await listenTo(cleo, ["delete_message"]);
    expect(await remove(ben, id)).toEqual(success());
    expect(await events()).toEqual([{ type: "delete_message", message_id: id, message_type: "private" }]);
    const toOwner = await send(ben, { type: "direct", to: [owner.id] });
    expect(await remove(owner, toOwner)).toEqual(success());
  },
);

shows(
  ["§4.18 note 1", "§7 error BAD_REQUEST, no permission to delete a message"],
  "realm_can_delete_any_message_group by default lets administrators delete others' messages",
  async () => {
    const id = await send(ben);
    expect(await remove(cleo, id)).toEqual(notAllowed);
    expect(await remove(owner, id)).toEqual(success());
    const { body } = await ben.post("/register", { fetch_event_types: ["realm"] });
    expect(body.realm_can_delete_any_message_group).toBe(6);
    await setRealm({ can_delete_any_message_group: only(cleo) });
    const next = await send(ben);
    expect(await remove(owner, next)).toEqual(notAllowed);
    expect(await remove(cleo, next)).toEqual(success());
    await setRealm({ can_delete_any_message_group: administrators });
  },
);

shows(
  ["§4.18 note 1", "§7 error BAD_REQUEST, no permission to delete a message"],
  "realm_can_delete_own_message_group by default lets everyone delete their own and their bots' messages",
  async () => {
    await owner.post("/users/me/subscriptions", {
      subscriptions: [{ name: "general" }],
      principals: [bot.id],
    });
    const ofBot = await send(bot);
    expect(await remove(cleo, ofBot)).toEqual(notAllowed);
    expect(await remove(ben, ofBot)).toEqual(success());
    expect(await remove(bot, await send(bot))).toEqual(success());
    const { body } = await ben.post("/register", { fetch_event_types: ["realm"] });
    expect(body.realm_can_delete_own_message_group).toBe(2);
    const [own, direct] = [await send(ben), await send(ben, { type: "direct", to: [cleo.id] })];
    await setRealm({ can_delete_own_message_group: administrators });
    for (const id of [own, direct]) expect(await remove(ben, id)).toEqual(notAllowed);
    await setRealm({ can_delete_own_message_group: everyone });
    for (const id of [own, direct]) expect(await remove(ben, id)).toEqual(success());
  },
);

shows(
  "§4.18 note 1",
  "a channel's can_delete_any_message_group and can_delete_own_message_group allow more in that channel",
  async () => {
    await setRealm({ can_delete_own_message_group: administrators });
    const own = await send(ben);
    expect(await remove(ben, own)).toEqual(notAllowed);
    await setGeneral({ can_delete_own_message_group: only(ben) });
    expect(await remove(ben, own)).toEqual(success());
    const elsewhere = await send(ben, { type: "channel", to: "random", topic: "t" });
    expect(await remove(ben, elsewhere)).toEqual(notAllowed);
    await setGeneral({ can_delete_any_message_group: only(cleo) });
    expect(await remove(cleo, await send(owner))).toEqual(success());
    expect(await remove(cleo, elsewhere)).toEqual(notAllowed);
    await setRealm({ can_delete_own_message_group: everyone });
    await setGeneral({ can_delete_any_message_group: nobody, can_delete_own_message_group: nobody });
  },
);

shows(
  "§4.18 note 1",
  "realm_can_set_delete_message_policy_group decides which channel administrators may set these",
  async () => {
    await setGeneral({ can_administer_channel_group: only(ben) });
    const set = (who: Client) => setGeneral({ can_delete_any_message_group: only(ben) }, who);
    await setRealm({ can_set_delete_message_policy_group: { new: 7 } });
    expect(await set(ben)).toEqual(failure("Insufficient permission"));
    expect(await remove(ben, await send(owner))).toEqual(notAllowed);
    await setRealm({ can_set_delete_message_policy_group: only(ben) });
    expect(await set(ben)).toEqual(success());
    expect(await remove(ben, await send(owner))).toEqual(success());
    await setGeneral({ can_delete_any_message_group: nobody }, ben);
  },
);

shows(
  "§4.18 note 1",
  "realm_message_content_delete_limit_seconds limits deleting one's own messages, but not deleting anyone's",
  async () => {
    const now = Math.floor(Date.now() / 1000);
    const channel = (await server.services.directory.stateOf(server.realmId)).channelByName("general");
    const conversation = { ...channelConversation(general), id: channel?.conversationId ?? 0 };
    const old = (id: number, seconds: number) =>
      aMessageSent({ id, senderId: ben.id, sentAt: now - seconds, conversation });
    await server.append(old(9001, 570), old(9002, 601), old(9003, 601), old(9004, 119), old(9005, 121));
    const { body } = await ben.post("/register", { fetch_event_types: ["realm"] });
    expect(body.realm_message_content_delete_limit_seconds).toBe(600);
    const late = failure("The time limit for deleting this message has passed");
    expect(await remove(ben, 9001)).toEqual(success());
    expect(await remove(ben, 9002)).toEqual(late);
    expect(await canRead(9002)).toBe(true);
    expect(await remove(owner, 9002)).toEqual(success());
    await setRealm({ message_content_delete_limit_seconds: 120 });
    expect(await remove(ben, 9005)).toEqual(late);
    await setRealm({ message_content_delete_limit_seconds: "unlimited" });
    for (const id of [9003, 9004, 9005]) expect(await remove(ben, id)).toEqual(success());
  },
);
