import { aUser } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, listenTo, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let general: number;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  ben = await server.newMember("Ben");
  cleo = await server.newMember("Cleo");
  general = (await ben.get("/get_stream_id", { stream: "general" })).body.stream_id;
  await cleo.delete("/users/me/subscriptions", { subscriptions: ["general"] });
});
afterAll(() => server.stop());

const knowing = { client_capabilities: { stream_typing_notifications: true, empty_topic_name: true } };
const listen = (who: Client, more: object = knowing) =>
  listenTo(who, ["typing", "typing_edit_message"], more);
const typing = async (who: Client, form: object) => (await who.post("/typing", form)).body;
const inGeneral = () => ({ type: "channel", stream_id: general, topic: "lunch" });

test("people hear that somebody writes to them, and that they stop; nobody else does", async () => {
  const [bens, cleos, owners] = [await listen(ben), await listen(cleo), await listen(owner)];
  for (const op of ["start", "stop"]) expect(await typing(owner, { op, to: [ben.id] })).toEqual(success());
  const person = ({ id, email }: Client) => ({ user_id: id, email });
  const word = {
    ...{ type: "typing", message_type: "direct", sender: person(owner) },
    recipients: [person(owner), person(ben)],
  };
  expect(await bens()).toEqual([
    { ...word, op: "start" },
    { ...word, op: "stop" },
  ]);
  expect([await cleos(), await owners()]).toEqual([[], []]);
});

test("subscribers hear that somebody writes in a channel, if their client knows of that", async () => {
  const [bens, bensOld, cleos] = [await listen(ben), await listen(ben, {}), await listen(cleo)];
  expect(await typing(owner, { ...inGeneral(), op: "start" })).toEqual(success());
  expect(await typing(owner, { ...inGeneral(), type: "stream", topic: "(no topic)", op: "stop" })).toEqual(
    success(),
  );
  const word = {
    ...{ type: "typing", message_type: "stream", stream_id: general },
    sender: { user_id: owner.id, email: owner.email },
  };
  expect(await bens()).toEqual([
    { ...word, op: "start", topic: "lunch" },
    { ...word, op: "stop", topic: "" },
  ]);
  expect([await bensOld(), await cleos()]).toEqual([[], []]);
});

test.each<[string, () => object, object]>([
  ["a channel without its id", () => ({ type: "channel", topic: "x" }), failure("Missing channel ID")],
  ["a channel without a topic", () => ({ type: "stream", stream_id: general }), failure("Missing topic")],
  ["nobody named", () => ({}), failure("Missing 'to' argument")],
  ["an empty list", () => ({ to: [] }), failure("Empty 'to' list")],
  ["somebody unknown", () => ({ to: [999] }), failure("Invalid user ID 999")],
  ["a channel that isn't there", () => ({ ...inGeneral(), stream_id: 999 }), failure("Invalid channel ID")],
  [
    "the old name for direct",
    () => ({ type: "private", to: [1] }),
    failure("Invalid type", "REQUEST_VARIABLE_INVALID", { var_name: "type" }),
  ],
  [
    "names for ids",
    () => ({ to: ["a"] }),
    failure("to[0] is not an integer", "REQUEST_VARIABLE_INVALID", { var_name: "to" }),
  ],
])("%s is refused", async (_what, form, expected) => {
  expect(await typing(owner, { op: "start", ...form() })).toEqual(expected);
});

test("op is one of two", async () => {
  expect(await typing(owner, { to: [ben.id] })).toEqual(
    failure("Missing 'op' argument", "REQUEST_VARIABLE_MISSING", { var_name: "op" }),
  );
  expect(await typing(owner, { to: [ben.id], op: "pause" })).toEqual(
    failure("Invalid op", "REQUEST_VARIABLE_INVALID", { var_name: "op" }),
  );
});

test("where one can't write, one types in vain", async () => {
  await owner.post("/channels/create", { name: "quiet", can_send_message_group: 6, subscribers: [1] });
  const { body } = await owner.get("/get_stream_id", { stream: "quiet" });
  expect(await typing(ben, { ...inGeneral(), stream_id: body.stream_id, op: "start" })).toEqual(
    failure("Not authorized to send to channel 'quiet'"),
  );
});

test("people choose whether they tell it, and whether they hear it", async () => {
  const bens = await listen(ben);
  await ben.patch("/settings", { receives_typing_notifications: false });
  await typing(owner, { op: "start", to: [ben.id] });
  await ben.patch("/settings", { receives_typing_notifications: true });
  expect(await bens()).toEqual([]);
  await ben.patch("/settings", {
    send_stream_typing_notifications: false,
    send_private_typing_notifications: false,
  });
  expect(await typing(ben, { ...inGeneral(), op: "start" })).toEqual(
    failure("User has disabled typing notifications for channel messages"),
  );
  expect(await typing(ben, { to: [owner.id], op: "start" })).toEqual(
    failure("User has disabled typing notifications for direct messages"),
  );
});

test("in a channel of more than a hundred, nobody is told", async () => {
  const many = Array.from({ length: 101 }, (_, index) => aUser({ id: 500 + index }));
  await server.append(...many.map((user) => ({ type: "user_created", user }) as const));
  const subscribers = [owner.id, cleo.id, ...many.map(({ id }) => id)];
  const { body } = await owner.post("/channels/create", { name: "crowd", subscribers });
  const cleos = await listen(cleo);
  const form = { type: "channel", stream_id: body.id, topic: "x", op: "start" };
  expect(await typing(owner, form)).toEqual(success());
  expect(await cleos()).toEqual([]);
});

test("it reaches the queues of another node", async () => {
  const other = await server.restarted();
  const events = await listen(other.clientOf(cleo));
  for (let index = 0; index < 60; index += 1) await typing(owner, { op: "start", to: [cleo.id, ben.id] });
  const seen: unknown[] = [];
  for (let attempt = 0; seen.length < 60 && attempt < 100; attempt += 1) {
    seen.push(...(await events()));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect(seen).toHaveLength(60);
  other.http.close();
  await other.close();
});
