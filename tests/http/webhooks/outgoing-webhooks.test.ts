import { type Client, startServer } from "../../support/http/http-application";
import { type CalledBot, startBotServer } from "../../support/servers/bot-servers";
import { answering, flooding, type Peer, resetting, startPeer } from "../../support/servers/peer";

let bots: Awaited<ReturnType<typeof startBotServer>>;
let server: typeof bots.server;
let ann: Client;
let peer: Peer;

beforeAll(async () => {
  bots = await startBotServer();
  ({ server, ann } = bots);
});
afterAll(() => server.stop());
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.close());

const newBot = (payloadUrl = `${peer.url}/hook?x=1`): Promise<CalledBot> => bots.newBot(payloadUrl);
const writeTo = (by: Client, to: readonly number[], content: string) => bots.writeTo(by, to, content);
const deliver = () => bots.deliver();
/** The newest direct messages, newest first, as content and sender. */
const between = async (by: Client, ...ids: number[]): Promise<readonly [string, number][]> => {
  const { messages } = (
    await by.get("/messages", {
      anchor: "newest",
      num_before: 9,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: "dm", operand: ids }],
    })
  ).body;
  return messages
    .map(({ content, sender_id }: { content: string; sender_id: number }) => [content, sender_id])
    .reverse();
};
describe("answers of a bot's server", () => {
  test.each<[string, unknown, string | undefined]>([
    ["content", { content: "**done**" }, "**done**"],
    ["response_string, the older name", { response_string: "older", content: "newer" }, "older"],
    ["a number", { content: 42 }, "42"],
    ["response_not_required", { response_not_required: true, content: "unsaid" }, undefined],
    ["an empty object", {}, undefined],
    ["an empty text", '""', undefined],
    ["blank content", { content: "  " }, undefined],
    ["null", { content: null }, undefined],
  ])("post a reply or nothing: %s", async (_what, answer, reply) => {
    const bot = await newBot();
    peer.answer(answering(200, answer));
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const expected = [...(reply === undefined ? [] : [[reply, bot.id]]), ["help", ann.id]];
    expect(await between(ann, bot.id)).toEqual(expected);
  });

  const halves = { short_name: "\ud83d", long_name: "\udc00", reply: "x" };
  const form = {
    widget_type: "zform",
    extra_data: { type: "choices", heading: "Lunch\ud83d", choices: [halves] },
  };
  test.each([
    ["in the text", '{"content":"a\\ud83d"}', "a\ufffd"],
    ["in a widget", JSON.stringify({ content: "a", widget_content: JSON.stringify(form) }), "a"],
  ])("are posted without half of a character %s", async (_where, answer, reply) => {
    const bot = await newBot();
    peer.answer(answering(200, answer));
    await writeTo(ann, [bot.id], "help");
    await deliver();
    expect(await between(ann, bot.id)).toEqual([
      [reply, bot.id],
      ["help", ann.id],
    ]);
  });

  test.each([
    ["lists in lists", 200, `{"content":${"[".repeat(9000)}${"]".repeat(9000)}}`, "is nested too deep"],
    ["an error that ends within a character", 400, `${"a".repeat(999)}😀`, "status 400"],
  ])("are reported to the owner: %s", async (_what, status, answer, problem) => {
    const bot = await newBot();
    peer.answer(answering(status, answer));
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const [[content] = []] = await between(ann, bot.id);
    expect(content).toContain(problem);
  });

  test("may include a widget; an invalid one is reported to the owner", async () => {
    const bot = await newBot();
    const choices = [{ short_name: "A", long_name: "soup", reply: "answer soup" }];
    const form = { widget_type: "zform", extra_data: { type: "choices", heading: "Lunch?", choices } };
    peer.answer(answering(200, { content: "Lunch?", widget_content: JSON.stringify(form) }));
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const narrow = [{ operator: "dm", operand: [bot.id] }];
    const newest = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false, narrow };
    const [reply] = (await ann.get("/messages", newest)).body.messages;
    expect([reply.content, reply.submessages.length]).toEqual(["Lunch?", 1]);
    expect(JSON.parse(reply.submessages[0].content)).toMatchObject(form);
    peer.answer(answering(200, { content: "Lunch?", widget_content: "no JSON" }));
    await writeTo(ann, [bot.id], "again");
    await deliver();
    expect((await between(ann, bot.id))[0]?.[0]).toContain("the answer could not be sent: Widgets:");
  });

  test.each<[string, Parameters<Peer["answer"]>[0], string, string]>([
    [
      "invalid JSON",
      answering(200, "<html>"),
      "Failure! Invalid JSON in response",
      "Its server's answer is not valid JSON.\n\n```\n<html>\n```",
    ],
    [
      "a list",
      answering(200, [1]),
      "Failure! Invalid response format",
      "is not a JSON object.\n\n```\n[1]\n```",
    ],
    [
      "404",
      answering(404, "gone"),
      "Failure! Third party responded with 404",
      "status 404.\n\n```\ngone\n```",
    ],
    [
      "an endless redirect",
      answering(301, "", { Location: "/" }),
      "Failure! Bot is unavailable",
      "redirects",
    ],
    ["too large a body", flooding, "Failure! Bot is unavailable", "too long"],
  ])(
    "that fail with %s are reported in the conversation and to the owner at once",
    async (_what, answer, inConversation, toOwner) => {
      const bot = await newBot();
      peer.answer(answer);
      await writeTo(server.owner, [bot.id], "help");
      await deliver();
      expect((await between(server.owner, bot.id))[0]).toEqual([inConversation, bot.id]);
      const [notice] = await between(ann, bot.id);
      expect(notice).toEqual([expect.stringContaining(toOwner), bot.id]);
      expect(notice?.[0]).toContain("/near/");
    },
  );

  test.each<[string, Parameters<Peer["answer"]>[0]]>([
    ["500", answering(500, "broken")],
    ["503", answering(503)],
    ["429", answering(429)],
    ["a connection reset", resetting],
  ])("that fail with %s are tried again later", async (_what, answer) => {
    const bot = await newBot();
    peer.answer(answer);
    await writeTo(ann, [bot.id], "help");
    await deliver();
    expect(await between(ann, bot.id)).toEqual([["help", ann.id]]);
    const rows = server.database.db("jobs").where({ kind: "call_bot", lane: `${bot.id}` });
    expect(await rows.clone()).toMatchObject([{ failures: 1 }]);
    peer.answer(answering(200, { content: "back" }));
    await rows.clone().update({ due_at: 0 });
    await deliver();
    expect(await between(ann, bot.id)).toEqual([
      ["back", bot.id],
      ["help", ann.id],
    ]);
    expect(await rows.clone()).toEqual([]);
  });

  test("reach the place of the mention even without permission to send there, but not an archived channel", async () => {
    const { owner } = server;
    const bot = await newBot();
    await owner.post("/users/me/subscriptions", { subscriptions: [{ name: "secret" }], invite_only: true });
    peer.answer(answering(200, { content: "psst" }));
    const refused = await bot.post("/messages", { type: "channel", to: "secret", topic: "t", content: "x" });
    expect(refused.body.msg).toBe("Channel 'secret' does not exist");
    const id = await bots.mention(bot, "quietly", "secret", { by: owner });
    await deliver();
    const after = { anchor: id, num_before: 0, num_after: 5, apply_markdown: false };
    const { messages } = (await owner.get("/messages", after)).body;
    expect(messages.at(-1)).toMatchObject({
      content: "psst",
      display_recipient: "secret",
      sender_id: bot.id,
    });
    await bots.mention(bot, "too late", "secret", { by: owner });
    await owner.delete(`/streams/${messages[0].stream_id}`);
    await deliver();
    expect(peer.received).toHaveLength(2);
    const [notice] = await between(ann, bot.id);
    const channelId = messages[0].stream_id;
    // The bot can't see the private channel, so it doesn't exist for the bot.
    expect(notice?.[0]).toContain(
      `the answer could not be sent: Channel with ID '${channelId}' does not exist`,
    );
  });
});

test("doesn't call addresses the operator didn't allow, even through redirects", async () => {
  const inside = await startPeer(undefined, "127.0.0.2");
  peer.answer(answering(307, "", { Location: inside.url }));
  for (const url of [inside.url, `${peer.url}/redirected`, "http://[::1]/"]) {
    const bot = await newBot(url);
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const [notice, failed] = await between(ann, bot.id);
    expect([url, notice?.[0]]).toEqual([url, expect.stringContaining("private or disallowed network")]);
    expect(failed?.[0]).toBe("Failure! Bot is unavailable");
  }
  expect(inside.received).toEqual([]);
  await inside.close();
});

test("calls bots on the same machine in development mode", async () => {
  const own = await startServer({ mode: "development" });
  const { owner } = own;
  const payload_url = JSON.stringify(peer.url);
  const { body } = await owner.post("/bots", { full_name: "B", short_name: "b", bot_type: 3, payload_url });
  await owner.post("/messages", { type: "direct", to: [body.user_id], content: "help" });
  await own.services.jobRunner.runDue();
  expect(peer.received).toHaveLength(1);
  await own.stop();
});

test("one of two nodes makes the call, whichever took the message", async () => {
  const other = await server.restarted();
  const bot = await newBot();
  peer.answer((response, received) => setTimeout(() => answering(200, {})(response, received), 20));
  const contents = Array.from({ length: 12 }, (_, index) => `${index}`);
  for (const [index, content] of contents.entries()) {
    await writeTo((index % 2 === 0 ? server : other).clientOf(ann), [bot.id], content);
    await Promise.all([index % 3 === 0 && deliver(), other.services.jobRunner.runDue()]);
  }
  await deliver();
  expect(peer.received.map(({ body }) => JSON.parse(body).data)).toEqual(contents);
  other.http.close();
  await other.close();
});
