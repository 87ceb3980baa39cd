import { aUser, memberEvents } from "../support/builders";
import { type Client, startServer, type TestServer } from "../support/http-application";
import { answering, type Peer, startPeer } from "../support/peer";
import { failure } from "../support/queue";

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

test("summaries contain only readable messages", async () => {
  await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], invite_only: true });
  await say(owner, "plans", "The plan", "secret");
  const body = await summaryOf(ben, topic("plans", "secret"));
  expect(body.result).toBe("error");
  expect(await summaryOf(ben, topic("nowhere"))).toEqual(failure("No messages in conversation to summarize"));
  expect(peer.received).toEqual([]);
});

test("summaries don't name users hidden from the guest", async () => {
  const guest = aUser({ id: 70, email: "guest@example.com", fullName: "Gil", role: "guest" });
  const state = await server.services.directory.stateOf(server.realmId);
  const [event = { type: "user_created", user: guest }] = memberEvents(guest, state, 1);
  await server.append(event);
  const client = server.clientOf(guest);
  await owner.patch("/realm", { can_access_all_users_group: { new: 3 } });
  await owner.post("/users/me/subscriptions", {
    subscriptions: [{ name: "open" }],
    principals: [guest.id],
  });
  await say(ben, "hidden", "Who am I?", "open");
  expect((await summaryOf(client, topic("hidden", "open"))).result).toBe("success");
  expect(sent()[0]?.messages).toEqual([{ sender: "Unknown user", content: "Who am I?" }]);
  await owner.patch("/realm", { can_access_all_users_group: { new: 2 } });
});

test("a long conversation is cut to its newest hundred messages and a maximum length", async () => {
  for (let index = 0; index < 8; index += 1) await say(owner, "long", `${index} ${"x".repeat(9990)}`);
  await summaryOf(ben, topic("long"));
  const [{ messages: conversation } = { messages: [] }] = sent();
  expect(conversation.map(({ content }: { content: string }) => content[0]).at(-1)).toBe("7");
  expect(conversation.length).toBeLessThan(8);
  const length = conversation.reduce(
    (sum: number, { content }: { content: string }) => sum + content.length,
    0,
  );
  expect(length).toBeLessThanOrEqual(60_000);
});

test("summaries require the organization's permission and a user who shows AI features", async () => {
  await owner.patch("/realm", { can_summarize_topics_group: { new: 6 } });
  expect(await summaryOf(ben, topic("lunch"))).toEqual(failure("Insufficient permission"));
  expect((await summaryOf(owner, topic("lunch"))).result).toBe("success");
  await owner.patch("/realm", { can_summarize_topics_group: { new: 2 } });
  await ben.patch("/settings", { hide_ai_features: true });
  expect(await summaryOf(ben, topic("lunch"))).toEqual(
    failure("You have hidden AI features in your settings."),
  );
  await ben.patch("/settings", { hide_ai_features: false });
});

test("a failing summary model is reported to the operator", async () => {
  peer.answer(answering(500, "s3cret"));
  expect(await summaryOf(ben, topic("lunch"))).toEqual(
    failure("The summary couldn't be written. Try again later."),
  );
  expect(problems.map(String)).toEqual(["Error: No summary: HTTP 500"]);
});

test("summaries are rate limited", async () => {
  const cleo = await server.newMember("Cleo");
  const codes = new Set<string | undefined>();
  for (let time = 0; time < 31; time += 1) codes.add((await summaryOf(cleo, topic("lunch"))).code);
  expect([...codes]).toEqual([undefined, "RATE_LIMIT_HIT"]);
});
