import { type CalledBot, startBotServer } from "../support/bot-servers";
import { type Client, startServer } from "../support/http-application";
import { answering, flooding, type Peer, resetting, startPeer } from "../support/peer";

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
/** The newest messages between people, the newest first, as content and sender. */
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
describe("what its server answers", () => {
  test.each<[string, unknown, string | undefined]>([
    ["content", { content: "**done**" }, "**done**"],
    ["the older name", { response_string: "older", content: "newer" }, "older"],
    ["a number", { content: 42 }, "42"],
    ["that no reply is needed", { response_not_required: true, content: "unsaid" }, undefined],
    ["an empty object", {}, undefined],
    ["an empty text", '""', undefined],
    ["blank content", { content: "  " }, undefined],
    ["null", { content: null }, undefined],
  ])("%s", async (_what, answer, reply) => {
    const bot = await newBot();
    peer.answer(answering(200, answer));
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const expected = [...(reply === undefined ? [] : [[reply, bot.id]]), ["help", ann.id]];
    expect(await between(ann, bot.id)).toEqual(expected);
  });

  test("a widget that comes with what is said; one that is none is told to the owner", async () => {
    const bot = await newBot();
    const choices = [{ short_name: "A", long_name: "soup", reply: "answer soup" }];
    const form = { widget_type: "zform", extra_data: { type: "choices", heading: "Lunch?", choices } };
    peer.answer(answering(200, { content: "Lunch?", widget_content: JSON.stringify(form) }));
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const narrow = [{ operator: "dm", operand: [bot.id] }];
    const newest = { anchor: "newest", num_before: 1, num_after: 0, apply_markdown: false, narrow };
    const [said] = (await ann.get("/messages", newest)).body.messages;
    expect([said.content, said.submessages.length]).toEqual(["Lunch?", 1]);
    expect(JSON.parse(said.submessages[0].content)).toMatchObject(form);
    peer.answer(answering(200, { content: "Lunch?", widget_content: "no JSON" }));
    await writeTo(ann, [bot.id], "again");
    await deliver();
    expect((await between(ann, bot.id))[0]?.[0]).toContain("the answer could not be sent: Widgets:");
  });

  test.each<[string, Parameters<Peer["answer"]>[0], string, string]>([
    [
      "no JSON",
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
      "a redirect without end",
      answering(301, "", { Location: "/" }),
      "Failure! Bot is unavailable",
      "redirects",
    ],
    ["too much", flooding, "Failure! Bot is unavailable", "too long"],
  ])("%s is told in the conversation and to the owner, at once", async (_what, how, said, told) => {
    const bot = await newBot();
    peer.answer(how);
    await writeTo(server.owner, [bot.id], "help");
    await deliver();
    expect((await between(server.owner, bot.id))[0]).toEqual([said, bot.id]);
    const [notice] = await between(ann, bot.id);
    expect(notice).toEqual([expect.stringContaining(told), bot.id]);
    expect(notice?.[0]).toContain("/near/");
  });

  test.each<[string, Parameters<Peer["answer"]>[0]]>([
    ["500", answering(500, "broken")],
    ["503", answering(503)],
    ["429", answering(429)],
    ["a reset", resetting],
  ])("%s is tried again later", async (_what, how) => {
    const bot = await newBot();
    peer.answer(how);
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

  test("a bot answers where it was called, though it may not write there, but not in an archived channel", async () => {
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
    // The bot can't see the private channel: to it, there is none.
    expect(notice?.[0]).toContain(
      `the answer could not be sent: Channel with ID '${channelId}' does not exist`,
    );
  });
});

test("addresses that the operator didn't allow aren't called, wherever the URL leads", async () => {
  const inside = await startPeer(undefined, "127.0.0.2");
  peer.answer(answering(307, "", { Location: inside.url }));
  for (const url of [inside.url, `${peer.url}/redirected`, "http://[::1]/"]) {
    const bot = await newBot(url);
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const [notice, said] = await between(ann, bot.id);
    expect([url, notice?.[0]]).toEqual([url, expect.stringContaining("private or disallowed network")]);
    expect(said?.[0]).toBe("Failure! Bot is unavailable");
  }
  expect(inside.received).toEqual([]);
  await inside.close();
});

test("who develops a bot has its server on the same machine, which is called without further ado", async () => {
  const own = await startServer({ mode: "development" });
  const { owner } = own;
  const payload_url = JSON.stringify(peer.url);
  const { body } = await owner.post("/bots", { full_name: "B", short_name: "b", bot_type: 3, payload_url });
  await owner.post("/messages", { type: "direct", to: [body.user_id], content: "help" });
  await own.services.jobRunner.runDue();
  expect(peer.received).toHaveLength(1);
  await own.stop();
});

test("of two nodes one makes a call, whichever the message came in by", async () => {
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
