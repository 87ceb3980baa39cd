import { aMessageSent } from "../../support/builders/entities";
import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";

let server: TestServer;
let ann: Client;
let narrow: readonly object[];
let long: (id: number, renderedContent: string) => Promise<unknown>;
const ids = Array.from({ length: 20 }, (_, index) => 1001 + index);

/** Twenty messages of a million characters each, as formulas can render to. */
beforeAll(async () => {
  server = await startServer();
  ann = await server.newMember("Ann");
  const channelId = (await ann.get("/get_stream_id", { stream: "general" })).body.stream_id;
  const channel = (await server.services.directory.stateOf(server.realmId)).channels.get(channelId);
  const conversation = { kind: "channel", id: channel?.conversationId ?? 0, channelId } as const;
  long = (id, renderedContent) =>
    server.append(aMessageSent({ id, senderId: ann.id, conversation, topic: "long", renderedContent }));
  for (const id of ids) await long(id, "x".repeat(1_000_000));
  narrow = [
    { operator: "channel", operand: channelId },
    { operator: "topic", operand: "long" },
  ];
});
afterAll(() => server.stop());

const page = async (form: object) => {
  const { text, body } = await ann.get("/messages", { narrow, num_before: 0, num_after: 0, ...form });
  const { messages, found_oldest, found_newest } = body;
  return { size: text.length, ids: messages.map(({ id }: { id: number }) => id), found_oldest, found_newest };
};

test("a page ends at its size limit, next to the anchor, and says that there are more messages", async () => {
  const newest = await page({ anchor: "newest", num_before: 5000 });
  expect(newest).toMatchObject({ ids: ids.slice(-8), found_oldest: false, found_newest: true });
  expect(newest.size).toBeLessThan(9_000_000);
  const oldest = await page({ anchor: "oldest", num_after: 100 });
  expect(oldest).toMatchObject({ ids: ids.slice(0, 8), found_oldest: true, found_newest: false });
  const around = await page({ anchor: 1010, num_before: 20, num_after: 20 });
  expect(around).toMatchObject({ ids: ids.slice(1, 18), found_oldest: false, found_newest: false });
});

test("repeated requests return all messages", async () => {
  const read: number[] = [];
  let anchor: number | "newest" = "newest";
  for (;;) {
    const found = await page({ anchor, include_anchor: false, num_before: 100 });
    read.unshift(...found.ids);
    if (found.found_oldest) break;
    anchor = found.ids[0];
  }
  expect(read).toEqual(ids);
});

test("too many long messages by id are refused", async () => {
  const refused = await ann.get("/messages", { message_ids: ids });
  expect([refused.status, refused.body]).toEqual([
    400,
    failure("These messages are too long to return together. Request fewer."),
  ]);
  const { messages } = (await ann.get("/messages", { message_ids: ids.slice(0, 15) })).body;
  expect(messages.map(({ id }: { id: number }) => id)).toEqual(ids.slice(0, 15));
});

test("an answer has a megabyte of events, and the next ones have the rest", async () => {
  await ann.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }] });
  const { queue_id, last_event_id } = (
    await ann.post("/register", { apply_markdown: true, event_types: ["message"] })
  ).body;
  const later = Array.from({ length: 8 }, (_, index) => 2001 + index);
  // Six characters in JSON for each one here.
  for (const id of later) await long(id, "\u0001".repeat(250_000));
  const answers: number[][] = [];
  for (let last = last_event_id; answers.flat().length < later.length; ) {
    const { text, body } = await ann.get("/events", { queue_id, last_event_id: last, dont_block: true });
    expect(text.length).toBeLessThan(7_000_000);
    answers.push(body.events.map(({ message }: { message: { id: number } }) => message.id));
    last = body.events.at(-1).id;
  }
  expect(answers).toEqual([later.slice(0, 4), later.slice(4)]);
});
