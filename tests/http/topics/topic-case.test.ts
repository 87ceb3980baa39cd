import { success } from "../../support/http/event-queue";
import { startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const found = async (narrow: readonly object[]): Promise<number> =>
  (
    await server.owner.get("/messages", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow,
    })
  ).body.messages.length;

test.each([
  ["ΟΔΟΣ", "οδοσ"],
  ["İZMİR", "izmir"],
])("the topic %s is the same as %s in every lookup", async (topic, other) => {
  const { owner } = server;
  const channel = (await owner.post("/channels/create", { name: topic, subscribers: [owner.id] })).body;
  const say = (content: string) =>
    owner.post("/messages", { type: "channel", to: channel.id, topic, content });
  await say("one");
  const before = await found([{ operator: "is", operand: "followed" }]);
  const follow = (policy: number) =>
    owner.post("/user_topics", { stream_id: channel.id, topic, visibility_policy: policy });
  await follow(0);
  expect(await found([{ operator: "is", operand: "followed" }])).toBe(before - 1);
  expect((await follow(3)).body).toEqual(success());
  expect(await found([{ operator: "is", operand: "followed" }])).toBe(before);
  const narrow = [
    ["channel", topic],
    ["topic", other],
  ];
  const { queue_id, last_event_id } = (await owner.post("/register", { event_types: ["message"], narrow }))
    .body;
  await say("two");
  const { events } = (await owner.get("/events", { queue_id, last_event_id, dont_block: true })).body;
  expect(events).toMatchObject([{ type: "message", message: { content: "two" } }]);
  expect(
    await found([
      { operator: "channel", operand: channel.id },
      { operator: "topic", operand: other },
    ]),
  ).toBe(2);
});
