import { type Client, startServer, type TestServer } from "../support/http-application";
import { failure, success } from "../support/queue";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;
let dora: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ben, cleo, dora] = [
    await server.newMember("Ben"),
    await server.newMember("Cleo"),
    await server.newMember("Dora"),
  ];
});
afterAll(() => server.stop());

const say = async (): Promise<number> =>
  (await owner.post("/messages", { type: "channel", to: "general", topic: "t", content: "x" })).body.id;
const read = (who: Client, id: number) =>
  who.post("/messages/flags", { messages: [id], op: "add", flag: "read" });
const readers = async (id: number, who = owner) => (await who.get(`/messages/${id}/read_receipts`)).body;

test("read receipts list the users who have read a message, without its sender", async () => {
  const id = await say();
  await Promise.all([owner, ben, cleo].map((who) => read(who, id)));
  expect(await readers(id)).toEqual(success({ user_ids: [ben.id, cleo.id] }));
  await ben.post("/messages/flags", { messages: [id], op: "remove", flag: "read" });
  expect(await readers(id)).toEqual(success({ user_ids: [cleo.id] }));
});

test("read receipts work in a direct conversation", async () => {
  const { id } = (await owner.post("/messages", { type: "direct", to: [ben.id, cleo.id], content: "x" }))
    .body;
  await read(cleo, id);
  expect(await readers(id, ben)).toEqual(success({ user_ids: [cleo.id] }));
  expect(await readers(id, dora)).toEqual(failure("Invalid message(s)"));
});

test("read receipts respect users' choice to send them, and muting", async () => {
  const id = await say();
  await Promise.all([ben, cleo, dora].map((who) => read(who, id)));
  await ben.patch("/settings", { send_read_receipts: false });
  await cleo.post(`/users/me/muted_users/${owner.id}`);
  expect(await readers(id)).toEqual(success({ user_ids: [dora.id] }));
  expect(await readers(id, dora)).toEqual(success({ user_ids: [cleo.id, dora.id] }));
});

test("a realm can turn off read receipts", async () => {
  const id = await say();
  await owner.patch("/realm", { enable_read_receipts: false });
  expect(await readers(id)).toEqual(failure("Read receipts are disabled in this organization."));
});
