import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ben: Client;
let random: number;

beforeAll(async () => {
  server = await startServer();
  ben = await server.newMember("Ben");
  random = (await ben.get("/get_stream_id", { stream: "random" })).body.stream_id;
});
afterAll(() => server.stop());

const own = async (id: number) =>
  (await ben.get("/users/me/subscriptions")).body.subscriptions.find(
    (one: { stream_id: number }) => one.stream_id === id,
  );

test("subscribing and unsubscribing in one request no longer works since level 512", async () => {
  const { status, body } = await ben.patch("/users/me/subscriptions", { delete: ["random"] });
  expect([status, body.allowed_methods]).toEqual([405, ["GET", "POST", "DELETE"]]);
  expect(await own(random)).toBeDefined();
});
