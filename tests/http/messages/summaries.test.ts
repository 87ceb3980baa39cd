import { failure } from "../../support/http/event-queue";
import { type Client, startServer, type TestServer } from "../../support/http/http-application";
import { answering, type Peer, startPeer } from "../../support/servers/peer";

/** Summaries by a model at a configured address. */
let peer: Peer;
let server: TestServer;
let owner: Client;
let ben: Client;
let problems: unknown[] = [];

const completion = (content: string) => answering(200, { choices: [{ message: { content } }] });

beforeAll(async () => {
  peer = await startPeer();
  server = await startServer({
    settings: { PARLEY_SUMMARY_URL: `${peer.url}/v1`, PARLEY_SUMMARY_MODEL: "small" },
    onError: (error) => problems.push(error),
  });
  owner = server.owner;
  await owner.patch("/realm", { send_channel_events_messages: false });
  ben = await server.newMember("Ben");
});
beforeEach(() => {
  peer.received.length = 0;
  problems = [];
  peer.answer(completion("**Pizza** it is."));
});
afterAll(async () => {
  await server.stop();
  await peer.close();
});

const say = (who: Client, topic: string, content: string, to = "general") =>
  who.post("/messages", { type: "channel", to, topic, content });
const summaryOf = async (who: Client, narrow: readonly unknown[]) =>
  (await who.get("/messages/summary", { narrow })).body;
const topic = (name: string, channel = "general") => [
  ["channel", channel],
  ["topic", name],
];
const sent = () =>
  peer.received.map(({ body }) => {
    const [system, conversation] = JSON.parse(body).messages;
    return { system: system.content as string, messages: JSON.parse(conversation.content) };
  });

test("clients learn that summaries are available", async () => {
  const { body } = await ben.post("/register", { fetch_event_types: ["realm"], event_types: [] });
  expect(body.server_can_summarize_topics).toBe(true);
});

test("the messages of a topic are summarized, as HTML", async () => {
  await say(owner, "lunch", "What about pizza?");
  await say(ben, "lunch", "Yes, *please*.");
  await say(ben, "other", "Not this.");
  expect(await summaryOf(ben, topic("lunch"))).toEqual({
    result: "success",
    msg: "",
    summary: "<p><strong>Pizza</strong> it is.</p>",
  });
  expect(sent()).toEqual([
    {
      system: expect.stringContaining('the channel "general", topic "lunch"'),
      messages: [
        { sender: "Olive Owner", content: "What about pizza?" },
        { sender: "Ben", content: "Yes, *please*." },
      ],
    },
  ]);
});

test("a summary's HTML is safe", async () => {
  peer.answer(completion('<img src=x onerror="alert(1)"> [x](javascript:alert(1))'));
  const { summary } = await summaryOf(ben, topic("lunch"));
  expect(summary).not.toMatch(/<img|href="javascript/);
});

test("a failing summary model is reported to the operator", async () => {
  peer.answer(answering(500, "s3cret"));
  expect(await summaryOf(ben, topic("lunch"))).toEqual(
    failure("The summary couldn't be written. Try again later."),
  );
  expect(problems.map(String)).toEqual(["Error: The summary failed: HTTP 500"]);
});
