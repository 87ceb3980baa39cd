import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let one: TestServer;
let two: TestServer;
let ben: Client;
let cleo: Client;

beforeAll(async () => {
  one = await startServer();
  ben = await one.newMember("Ben");
  cleo = await one.newMember("Cleo");
  two = await one.restarted();
});
afterAll(async () => {
  two.http.close();
  await two.close();
  await one.stop();
});

let round = 0;
const newKey = () => {
  round += 1;
  return `key-${round}`;
};
const toGeneral = { type: "channel", to: "general", topic: "once", content: "x" };
const send = (who: Client, key: string, form: object = toGeneral) =>
  who.post("/messages", form).set("Idempotency-Key", key);
const on = (server: TestServer, client: Client): Client => server.clientOf(client);
const count = async (topic: string): Promise<number> => {
  const narrow = [
    ["channel", "general"],
    ["topic", topic],
  ];
  const { body } = await ben.get("/messages", { anchor: "newest", num_before: 100, num_after: 0, narrow });
  return body.messages.length;
};

test("a repeat with the same key returns the first message's id and sends nothing", async () => {
  const key = newKey();
  const first = await send(ben, key, { ...toGeneral, topic: key });
  const again = await send(ben, key, { ...toGeneral, topic: key });
  const { id, message_url, message_link } = first.body;
  expect(again.body).toEqual({ result: "success", msg: "", id, message_url, message_link });
  expect(await count(key)).toBe(1);
  expect((await send(ben, newKey(), { ...toGeneral, topic: key })).body.id).not.toBe(first.body.id);
  expect((await send(cleo, key, { ...toGeneral, topic: key })).body.id).not.toBe(first.body.id);
});

test("a client's queue and local id serve as the key", async () => {
  const topic = newKey();
  const form = { ...toGeneral, topic, queue_id: "q", local_id: "1.01" };
  const ids = [(await ben.post("/messages", form)).body.id, (await ben.post("/messages", form)).body.id];
  expect(ids[0]).toBe(ids[1]);
  await ben.post("/messages", { ...form, local_id: "1.02" });
  await ben.post("/messages", { ...form, queue_id: "r" });
  await ben.post("/messages", { ...toGeneral, topic, local_id: "1.01" });
  expect(await count(topic)).toBe(4);
});

test("repeats arriving at once on two nodes send one message", async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const key = newKey();
    const form = { ...toGeneral, topic: key };
    const nodes = Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two));
    const answers = await Promise.all(nodes.map((node) => send(on(node, ben), key, form)));
    expect(answers.map(({ status }) => status)).toEqual(nodes.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(await count(key)).toBe(1);
  }
});

test("repeats of a message that starts a direct conversation send one message", async () => {
  const key = newKey();
  const dora = await one.newMember("Dora");
  const form = { type: "direct", to: [dora.id], content: "hello" };
  const answers = await Promise.all([one, two, one, two].map((node) => send(on(node, ben), key, form)));
  expect(answers.map(({ body }) => body)).toEqual(answers.map(() => answers[0]?.body));
  const { body } = await dora.get("/messages", { anchor: "newest", num_before: 9, num_after: 0 });
  expect(body.messages.filter(({ type }: { type: string }) => type === "private")).toHaveLength(1);
});

test("repeats across a restart send one message", async () => {
  const key = newKey();
  const first = await send(ben, key);
  const later = await one.restarted();
  expect((await send(on(later, ben), key)).body.id).toBe(first.body.id);
  later.http.close();
  await later.close();
});

test("a refused send doesn't use up its key", async () => {
  const key = newKey();
  expect((await send(ben, key, { ...toGeneral, to: "nowhere" })).status).toBe(400);
  expect((await send(ben, key, { ...toGeneral, topic: key })).status).toBe(200);
  expect(await count(key)).toBe(1);
});

test("the length of a key is limited", async () => {
  const { body } = await send(ben, "k".repeat(256));
  expect(body).toEqual(failure("Idempotency-Key is too long (limit: 255 characters)"));
});
