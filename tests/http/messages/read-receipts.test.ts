import { success } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let owner: Client;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  server = await startServer();
  owner = server.owner;
  [ben, cleo] = [await server.newMember("Ben"), await server.newMember("Cleo")];
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
