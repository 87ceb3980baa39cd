import { newBot } from "../../src/domain/bot";
import { aMessageSent, aUser, channelConversation } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let bot: Client;
const helper = aUser({ id: 52, email: "bot@example.com", fullName: "Bot", bot: newBot("generic", 3) });

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  await server.append({ type: "user_created", user: helper });
  bot = server.clientOf(helper);
});
afterAll(() => server.stop());

const send = async (who: Client, form: object = { type: "channel", to: "general", topic: "t" }) =>
  (await who.post("/messages", { content: "x", ...form })).body.id as number;
const remove = async (who: Client, id: number) => (await who.delete(`/messages/${id}`)).body;
const nobody = failure("Invalid message(s)");
const notAllowed = failure("You don't have permission to delete this message");
const setRealm = (settings: object) => owner.patch("/realm", settings);

test("a message is gone for everyone, and clients hear of it", async () => {
  const id = await send(ben);
  const events = await listenTo(cleo, ["delete_message"]);
  expect(await remove(ben, id)).toEqual(success());
  const { stream_id } = (await cleo.get("/get_stream_id", { stream: "general" })).body;
  expect(await events()).toEqual([
    { type: "delete_message", message_id: id, message_type: "stream", stream_id, topic: "t" },
  ]);
  expect((await cleo.get(`/messages/${id}`)).body).toEqual(nobody);
  expect(await remove(ben, id)).toEqual(nobody);
});

test("a direct message is deleted by its sender, not by others who have it", async () => {
  const id = await send(ben, { type: "direct", to: [cleo.id] });
  expect(await remove(cleo, id)).toEqual(notAllowed);
  expect(await remove(owner, id)).toEqual(nobody);
  const events = await listenTo(cleo, ["delete_message"]);
  expect(await remove(ben, id)).toEqual(success());
  expect(await events()).toEqual([{ type: "delete_message", message_id: id, message_type: "private" }]);
});

test("administrators delete what others said, members don't", async () => {
  const id = await send(ben);
  expect(await remove(cleo, id)).toEqual(notAllowed);
  expect(await remove(owner, id)).toEqual(success());
});

test("a bot's messages are its owner's to delete", async () => {
  await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }], principals: [bot.id] });
  const id = await send(bot);
  expect(await remove(cleo, id)).toEqual(notAllowed);
  expect(await remove(ben, id)).toEqual(success());
});

test("nobody deletes what they can't read", async () => {
  await ben.post("/channels/create", { name: "secret", invite_only: true, subscribers: [ben.id] });
  const id = await send(ben, { type: "channel", to: "secret", topic: "t" });
  expect(await remove(owner, id)).toEqual(nobody);
  await ben.delete("/users/me/subscriptions", { subscriptions: ["secret"] });
  expect(await remove(ben, id)).toEqual(nobody);
});

test("the realm and the channel say who deletes their own, and what anyone said", async () => {
  await setRealm({ can_delete_own_message_group: { new: 6 } });
  const own = await send(ben);
  expect(await remove(ben, own)).toEqual(notAllowed);
  const { stream_id } = (await owner.get("/get_stream_id", { stream: "general" })).body;
  const only = (who: Client) => ({ new: { direct_members: [who.id], direct_subgroups: [] } });
  await owner.patch(`/streams/${stream_id}`, { can_delete_own_message_group: only(ben) });
  expect(await remove(ben, own)).toEqual(success());
  await owner.patch(`/streams/${stream_id}`, { can_delete_any_message_group: only(cleo) });
  expect(await remove(cleo, await send(owner))).toEqual(success());
  await setRealm({ can_delete_own_message_group: { new: 2 } });
  await owner.patch(`/streams/${stream_id}`, { can_delete_any_message_group: { new: 8 } });
});

test("one's own are deleted for a time, what anyone said without limit", async () => {
  const now = Math.floor(Date.now() / 1000);
  const general = (await server.app.directory.of(server.realmId)).channelByName("general");
  const conversation = { ...channelConversation(general?.id ?? 0), id: general?.conversationId ?? 0 };
  const old = (id: number, seconds: number) =>
    aMessageSent({ id, senderId: ben.id, sentAt: now - seconds, conversation });
  await server.append(old(9001, 500), old(9002, 700), old(9003, 700));
  expect(await remove(ben, 9001)).toEqual(success());
  expect(await remove(ben, 9002)).toEqual(failure("The time limit for deleting this message has passed"));
  expect(await remove(owner, 9002)).toEqual(success());
  await setRealm({ message_content_delete_limit_seconds: "unlimited" });
  expect(await remove(ben, 9003)).toEqual(success());
});
