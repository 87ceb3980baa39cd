import { type Client, startServer, type TestServer } from "../support/http-application";
import { answering, flooding, type Peer, resetting, startPeer } from "../support/peer";
import { success } from "../support/queue";

let server: TestServer;
let ann: Client;
let peer: Peer;

beforeAll(async () => {
  server = await startServer({ settings: { PARLEY_WEBHOOK_ALLOW: "127.0.0.1" } });
  await server.owner.patch("/realm", { send_channel_events_messages: false });
  ann = await server.newMember("Ann");
});
afterAll(() => server.stop());
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.close());

let made = 0;
const newBot = async (more: object = {}): Promise<Client> => {
  made += 1;
  const { body } = await ann.post("/bots", {
    ...{ full_name: `Helper ${made}`, short_name: `helper${made}`, bot_type: 3 },
    ...{ payload_url: JSON.stringify(`${peer.url}/hook?x=1`), ...more },
  });
  expect(body).toMatchObject(success());
  return server.clientOf({ id: body.user_id, email: `helper${made}-bot@chat.example.com` });
};
const tokenOf = async (bot: Client): Promise<string> => {
  const { realm_bots } = (await ann.post("/register", { fetch_event_types: ["realm_bot"] })).body;
  return realm_bots.find(({ user_id }: { user_id: number }) => user_id === bot.id).services[0].token;
};
const writeTo = async (by: Client, to: readonly number[], content: string): Promise<number> =>
  (await by.post("/messages", { type: "direct", to, content })).body.id;
/** The newest messages between people, the newest first, as content and sender. */
const between = async (by: Client, ...ids: number[]): Promise<readonly [string, number][]> => {
  const { messages } = (
    await by.get("/messages", {
      ...{ anchor: "newest", num_before: 9, num_after: 0, apply_markdown: false },
      narrow: [{ operator: "dm", operand: ids }],
    })
  ).body;
  return messages
    .map(({ content, sender_id }: { content: string; sender_id: number }) => [content, sender_id])
    .reverse();
};
const deliver = () => server.app.botCourier.deliver();
const sentJson = (index = 0) => JSON.parse(peer.received[index]?.body ?? "");

/** A message in a channel that mentions a bot before the rest. */
const mention = async (
  bot: Client,
  rest: string,
  channelName: string,
  { topic = "plans", by = ann } = {},
): Promise<number> => {
  const content = `@**${nameOf(bot)}** ${rest}`;
  return (await by.post("/messages", { type: "channel", to: channelName, topic, content })).body.id;
};
const nameOf = ({ email }: Client): string => email.replace(/^helper(\d+)-bot@.*$/, "Helper $1");

describe("what a bot's server is sent", () => {
  test("a direct message, in every field", async () => {
    const bot = await newBot();
    const id = await writeTo(ann, [bot.id], "*help*");
    await deliver();
    const [request] = peer.received;
    expect(request).toMatchObject({
      ...{ method: "POST", url: "/hook?x=1" },
      headers: {
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^ParleyOutgoingWebhook\//),
      },
    });
    const participant = (user: Client, full_name: string) => ({
      ...{ id: user.id, email: `user${user.id}@chat.example.com`, full_name, is_mirror_dummy: false },
    });
    expect(sentJson()).toEqual({
      bot_email: bot.email,
      bot_full_name: `Helper ${made}`,
      data: "*help*",
      trigger: "direct_message",
      token: await tokenOf(bot),
      message: {
        avatar_url: expect.stringMatching(/avatar/),
        client: expect.any(String),
        content: "*help*",
        content_type: "text/x-markdown",
        display_recipient: [
          { ...participant(ann, "Ann"), email: expect.any(String) },
          { ...participant(bot, `Helper ${made}`), email: bot.email },
        ],
        id,
        is_me_message: false,
        reactions: [],
        recipient_id: expect.any(Number),
        rendered_content: "<p><em>help</em></p>",
        sender_email: expect.any(String),
        sender_full_name: "Ann",
        sender_id: ann.id,
        sender_realm_str: "",
        subject: "",
        submessages: [],
        timestamp: expect.any(Number),
        topic_links: [],
        type: "private",
      },
    });
  });

  test("a mention in a channel, with what was edited since", async () => {
    const bot = await newBot();
    const id = await mention(bot, "help", "general");
    await ann.patch(`/messages/${id}`, { content: `@**${nameOf(bot)}** help now` });
    await deliver();
    expect(sentJson()).toMatchObject({
      ...{ data: `@**${nameOf(bot)}** help now`, trigger: "mention" },
      message: {
        ...{ type: "stream", display_recipient: "general", stream_id: expect.any(Number), subject: "plans" },
        ...{
          client: expect.any(String),
          timestamp: expect.any(Number),
          last_edit_timestamp: expect.any(Number),
        },
        edit_history: [
          { user_id: ann.id, timestamp: expect.any(Number), prev_content: `@**${nameOf(bot)}** help` },
        ],
      },
    });
  });

  test("the form that servers for Slack expect, of channels", async () => {
    const bot = await newBot({ interface_type: 2 });
    peer.answer(answering(200, { text: "said" }));
    const id = await mention(bot, "a & b = ü", "general", { topic: "slack" });
    await deliver();
    expect(peer.received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const channel = (await server.app.directory.of(server.realmId)).channelByName("general");
    expect(Object.fromEntries(new URLSearchParams(peer.received[0]?.body))).toEqual({
      ...{ token: await tokenOf(bot), team_id: `T${server.realmId}`, team_domain: "chat.example.com" },
      ...{ channel_id: `C${channel?.id}`, channel_name: "general" },
      ...{
        thread_ts: expect.stringMatching(/^\d{10}$/),
        timestamp: expect.stringMatching(/^\d{10}$/),
        user_id: `U${ann.id}`,
        user_name: "Ann",
      },
      ...{ text: `@**${nameOf(bot)}** a & b = ü`, trigger_word: "mention", service_id: String(bot.id) },
    });
    const { messages } = (
      await ann.get("/messages", { anchor: id, num_before: 0, num_after: 5, apply_markdown: false })
    ).body;
    expect(messages[1]).toMatchObject({ content: "said", subject: "slack", sender_id: bot.id });
  });

  test("a server for Slack hears no direct messages, and its bot says so", async () => {
    const bot = await newBot({ interface_type: 2 });
    await writeTo(ann, [bot.id], "help");
    await deliver();
    expect(peer.received).toEqual([]);
    expect((await between(ann, bot.id)).map(([content]) => content)).toEqual([
      expect.stringContaining("Slack outgoing webhooks don't support direct messages."),
      "Failure! Slack outgoing webhooks don't support direct messages.",
      "help",
    ]);
  });

  test("nothing of what no bot is called for", async () => {
    const bot = await newBot();
    await ann.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
    await writeTo(ann, [server.owner.id], "hello");
    await writeTo(bot, [bot.id], "to myself");
    await deliver();
    expect(peer.received).toEqual([]);
  });
});

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
    const rows = server.database.db("bot_calls").where({ bot_id: bot.id });
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
    expect(refused.body.msg).toBe("Not authorized to send to channel 'secret'");
    const id = await mention(bot, "quietly", "secret", { by: owner });
    await deliver();
    const after = { anchor: id, num_before: 0, num_after: 5, apply_markdown: false };
    const { messages } = (await owner.get("/messages", after)).body;
    expect(messages.at(-1)).toMatchObject({
      content: "psst",
      display_recipient: "secret",
      sender_id: bot.id,
    });
    await mention(bot, "too late", "secret", { by: owner });
    await owner.delete(`/streams/${messages[0].stream_id}`);
    await deliver();
    expect(peer.received).toHaveLength(2);
    const [notice] = await between(ann, bot.id);
    expect(notice?.[0]).toContain("the answer could not be sent: Not authorized to send to channel 'secret'");
  });
});

test("addresses that the operator didn't allow aren't called, wherever the URL leads", async () => {
  const inside = await startPeer(undefined, "127.0.0.2");
  peer.answer(answering(307, "", { Location: inside.url }));
  for (const url of [inside.url, `${peer.url}/redirected`, "http://[::1]/"]) {
    const bot = await newBot({ payload_url: JSON.stringify(url) });
    await writeTo(ann, [bot.id], "help");
    await deliver();
    const [notice, said] = await between(ann, bot.id);
    expect([url, notice?.[0]]).toEqual([url, expect.stringContaining("private or disallowed network")]);
    expect(said?.[0]).toBe("Failure! Bot is unavailable");
  }
  expect(inside.received).toEqual([]);
  await inside.close();
});

test("a message that calls no bot writes no more rows than before, in one statement", async () => {
  const statements: string[] = [];
  const listen = ({ sql }: { sql: string }) => statements.push(sql);
  await newBot();
  await ann.post("/messages", { type: "channel", to: "general", topic: "t", content: "warm" });
  server.database.db.on("query", listen);
  await ann.post("/messages", { type: "channel", to: "general", topic: "t", content: "hello" });
  server.database.db.removeListener("query", listen);
  expect(statements.filter((sql) => /INSERT/.test(sql))).toHaveLength(1);
  expect(statements.join()).not.toContain("bot_calls");
});

describe("who is called", () => {
  test("bots that are mentioned, each once, wherever they are; not those that are named silently or in code", async () => {
    const [one, two] = [await newBot(), await newBot()];
    const name = nameOf(two);
    await mention(one, `and @**${name}**, @**${name}|${two.id}**`, "general");
    await deliver();
    expect(peer.received.map(({ body }) => JSON.parse(body).bot_full_name).sort()).toEqual(
      [nameOf(one), name].sort(),
    );
    await ann.post("/messages", {
      ...{
        type: "channel",
        to: "general",
        topic: "t",
        content: `@_**${name}** and \`@**${name}**\` and @**all**`,
      },
    });
    await deliver();
    expect(peer.received).toHaveLength(2);
  });

  test("bots of a group that is mentioned, if they are in the channel", async () => {
    const bot = await newBot();
    const { body } = await server.owner.post("/user_groups/create", {
      ...{ name: "machines", description: "", members: [bot.id] },
    });
    expect(body.result).toBe("success");
    await ann.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }], principals: [bot.id] });
    await ann.post("/messages", { type: "channel", to: "general", topic: "t", content: "@*machines* go" });
    await deliver();
    expect(peer.received.map(({ body: sent }) => JSON.parse(sent).trigger)).toEqual(["mention"]);
  });

  test("nobody by what is edited into a message", async () => {
    const bot = await newBot();
    const sent = await ann.post("/messages", { type: "channel", to: "general", topic: "t", content: "x" });
    await ann.patch(`/messages/${sent.body.id}`, { content: `@**${nameOf(bot)}** y` });
    await deliver();
    expect(peer.received).toEqual([]);
  });
});

test("of two nodes one makes a call, whichever the message came in by", async () => {
  const other = await server.restarted();
  const bot = await newBot();
  peer.answer((response, received) => setTimeout(() => answering(200, {})(response, received), 20));
  const contents = Array.from({ length: 12 }, (_, index) => `${index}`);
  for (const [index, content] of contents.entries()) {
    await writeTo((index % 2 === 0 ? server : other).clientOf(ann), [bot.id], content);
    await Promise.all([index % 3 === 0 && deliver(), other.app.botCourier.deliver()]);
  }
  await deliver();
  expect(peer.received.map(({ body }) => JSON.parse(body).data)).toEqual(contents);
  other.http.close();
  await other.close();
});
