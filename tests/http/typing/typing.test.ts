import { failure, listenTo } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

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
});
afterAll(() => server.stop());

const knowing = { client_capabilities: { stream_typing_notifications: true } };
const listen = (who: Client) => listenTo(who, ["typing"], knowing);
const typing = async (who: Client, form: object) => (await who.post("/typing", form)).body;

test("users choose whether to send and to receive typing notifications", async () => {
  const bensEvents = await listen(ben);
  await ben.patch("/settings", { receives_typing_notifications: false });
  await typing(owner, { op: "start", to: [ben.id] });
  await ben.patch("/settings", { receives_typing_notifications: true });
  expect(await bensEvents()).toEqual([]);
  await ben.patch("/settings", {
    send_stream_typing_notifications: false,
    send_private_typing_notifications: false,
  });
  expect(await typing(ben, { type: "channel", stream_id: general, topic: "lunch", op: "start" })).toEqual(
    failure("User has disabled typing notifications for channel messages"),
  );
  expect(await typing(ben, { to: [owner.id], op: "start" })).toEqual(
    failure("User has disabled typing notifications for direct messages"),
  );
});

test("typing notifications reach queues on another node", async () => {
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
