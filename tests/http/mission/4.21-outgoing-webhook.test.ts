import { failure } from "../../support/http/event-queue";
import type { Client } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";
import { jsonOf, startBotServer } from "../../support/servers/bot-servers";
import { answering, type Peer, startPeer } from "../../support/servers/peer";

let bots: Awaited<ReturnType<typeof startBotServer>>;
let owner: Client;
let ann: Client;
let peer: Peer;

beforeAll(async () => {
  bots = await startBotServer();
  ann = bots.ann;
  owner = bots.server.owner;
});
afterAll(() => bots.server.stop());
beforeEach(async () => {
  peer = await startPeer();
});
afterEach(() => peer.close());

const newBot = (more: object = {}) => bots.newBot(`${peer.url}/hook?x=1`, more);
const say = async (content: string, topic = "t"): Promise<number> =>
  (await ann.post("/messages", { type: "channel", to: "general", topic, content })).body.id;

shows(
  [
    "§4.21 note 1",
    "§4.21 field bot_email",
    "§4.21 field bot_full_name",
    "§4.21 field data",
    "§4.21 field trigger",
    "§4.21 field token",
    "§4.21 field message",
    "§6 event outgoing webhook notification",
  ],
  "posts a direct message and a mention to the bot's URL as JSON, once each, with these fields",
  async () => {
    const bot = await newBot();
    const ids = [await bots.writeTo(ann, [bot.id], "*help*"), await bots.mention(bot, "*help*")];
    await bots.deliver();
    const common = { bot_email: bot.email, bot_full_name: bot.name, token: await bots.tokenOf(bot) };
    expect(peer.received.map(jsonOf)).toEqual([
      {
        ...common,
        data: "*help*",
        trigger: "direct_message",
        message: expect.objectContaining({ id: ids[0], type: "private", content: "*help*" }),
      },
      {
        ...common,
        data: `@**${bot.name}** *help*`,
        trigger: "mention",
        message: expect.objectContaining({ id: ids[1], type: "stream" }),
      },
    ]);
    for (const { method, url, headers } of peer.received)
      expect({ method, url, headers }).toMatchObject({
        method: "POST",
        url: "/hook?x=1",
        headers: {
          "content-type": "application/json",
          "user-agent": expect.stringMatching(/^ParleyOutgoingWebhook\//),
        },
      });
  },
);

shows("§4.21 note 1", "has no incoming endpoint, and the bot's key works for other endpoints", async () => {
  const bot = await newBot();
  for (const path of ["/service-outgoing-webhook", "/zulip-outgoing-webhook"]) {
    const { status, body } = await bot.post(path);
    expect([status, body]).toEqual([404, failure("API endpoint not found", "NOT_FOUND")]);
  }
  expect((await bot.get("/users/me")).body).toMatchObject({ user_id: bot.id, email: bot.email });
});

shows(
  "§4.21 field token",
  "the token belongs to the bot and stays the same for each message and after a new key",
  async () => {
    const [one, two] = [await newBot(), await newBot()];
    await bots.writeTo(ann, [one.id], "first");
    await bots.writeTo(ann, [two.id], "second");
    await bots.deliver();
    const renewed = await ann.post(`/bots/${one.id}/api_key/regenerate`);
    expect(renewed.body.api_key).not.toBe(one.apiKey);
    await bots.writeTo(ann, [one.id], "third");
    await bots.deliver();
    const tokens = Object.fromEntries(peer.received.map(jsonOf).map(({ data, token }) => [data, token]));
    expect(tokens.first).toMatch(/^\w{32}$/);
    expect(tokens).toEqual({ first: tokens.first, second: expect.any(String), third: tokens.first });
    expect(tokens.second).not.toBe(tokens.first);
  },
);

shows(
  ["§4.21 field bot_email", "§4.21 field bot_full_name"],
  "the bot's name and address are those at the time of the call",
  async () => {
    const bot = await newBot();
    await bots.writeTo(ann, [bot.id], "hello");
    await ann.patch(`/bots/${bot.id}`, { full_name: "Helper by another name" });
    await bots.deliver();
    expect(jsonOf(peer.received[0])).toMatchObject({
      bot_email: bot.email,
      bot_full_name: "Helper by another name",
    });
  },
);

shows(
  ["§6 event outgoing webhook notification", "§4.21 field trigger"],
  "in a channel, calls each mentioned bot once, subscribed or not, but not for silent mentions, code or wildcards",
  async () => {
    const [one, two] = [await newBot(), await newBot()];
    await bots.mention(one, `and @**${two.name}**, @**${two.name}|${two.id}**`);
    await bots.deliver();
    const calls = () =>
      peer.received.map(jsonOf).map(({ bot_full_name, trigger }) => [bot_full_name, trigger]);
    const both = [one, two].map(({ name }) => [name, "mention"]).sort();
    expect(calls().sort()).toEqual(both);
    await say(`@_**${two.name}** and \`@**${two.name}**\` and @**all**`);
    await bots.deliver();
    expect(calls()).toHaveLength(2);
  },
);

shows(
  ["§6 event outgoing webhook notification", "§4.21 field trigger"],
  "for a group direct message, calls each bot in it, mentioned or not",
  async () => {
    const [one, two] = [await newBot(), await newBot()];
    await bots.writeTo(ann, [owner.id, one.id, two.id], `@**${one.name}** and all`);
    await bots.deliver();
    expect(
      peer.received
        .map(jsonOf)
        .map(({ bot_email, trigger }) => [bot_email, trigger])
        .sort(),
    ).toEqual([
      [one.email, "direct_message"],
      [two.email, "direct_message"],
    ]);
  },
);

shows(
  "§6 event outgoing webhook notification",
  "a group mention in a channel calls the group's bots",
  async () => {
    const bot = await newBot();
    const { body } = await owner.post("/user_groups/create", {
      name: "machines",
      description: "",
      members: [bot.id],
    });
    expect(body.result).toBe("success");
    await ann.post("/users/me/subscriptions", { subscriptions: [{ name: "general" }], principals: [bot.id] });
    await say("@*machines* go");
    await bots.deliver();
    expect(peer.received.map((one) => jsonOf(one).trigger)).toEqual(["mention"]);
  },
);

shows(
  "§6 event outgoing webhook notification",
  "doesn't call for other messages, bots' messages, mentions added by edits, or messages deleted before the call",
  async () => {
    const [bot, other] = [await newBot(), await newBot()];
    await say("hello");
    await bots.writeTo(ann, [owner.id], "hello");
    await bots.writeTo(bot, [bot.id], "to myself");
    await bots.writeTo(bot, [other.id], "to one like me");
    await ann.patch(`/messages/${await say("x")}`, { content: `@**${bot.name}** y` });
    await owner.delete(`/messages/${await bots.mention(bot, "never mind")}`);
    await bots.deliver();
    expect(peer.received).toEqual([]);
  },
);

shows(
  ["§4.21 field token", "§4.21 field trigger", "§4.21 field data", "§6 event outgoing webhook notification"],
  "posts channel messages in Slack's format to a server made for Slack",
  async () => {
    const bot = await newBot({ interface_type: 2 });
    peer.answer(answering(200, { text: "said" }));
    const id = await bots.mention(bot, "a & b = ü", "general", { topic: "slack" });
    await bots.deliver();
    expect(peer.received[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    const { stream_id } = (await ann.get("/get_stream_id", { stream: "general" })).body;
    const after = { anchor: id, num_before: 0, num_after: 5, apply_markdown: false };
    const { messages } = (await ann.get("/messages", after)).body;
    expect(Object.fromEntries(new URLSearchParams(peer.received[0]?.body))).toEqual({
      token: await bots.tokenOf(bot),
      trigger_word: "mention",
      service_id: String(bot.id),
      team_id: `T${bots.server.realmId}`,
      team_domain: "chat.example.com",
      channel_id: `C${stream_id}`,
      channel_name: "general",
      thread_ts: String(messages[0].timestamp),
      timestamp: String(messages[0].timestamp),
      user_id: `U${ann.id}`,
      user_name: "Ann",
      text: `@**${bot.name}** a & b = ü`,
    });
    expect(messages[1]).toMatchObject({ content: "said", subject: "slack", sender_id: bot.id });
  },
);

shows(
  "§6 event outgoing webhook notification",
  "doesn't post direct messages to a server made for Slack; the bot tells the sender and its owner",
  async () => {
    const bot = await newBot({ interface_type: 2 });
    await bots.writeTo(owner, [bot.id], "help");
    await bots.deliver();
    expect(peer.received).toEqual([]);
    const between = async (who: Client): Promise<readonly string[]> => {
      const narrow = [{ operator: "dm", operand: [bot.id] }];
      const query = { anchor: "newest", num_before: 9, num_after: 0, apply_markdown: false, narrow };
      return (await who.get("/messages", query)).body.messages.map((one: { content: string }) => one.content);
    };
    expect(await between(owner)).toEqual([
      "help",
      "Failure! Slack outgoing webhooks don't support direct messages.",
    ]);
    expect(await between(ann)).toEqual([
      expect.stringContaining("Slack outgoing webhooks don't support direct messages."),
    ]);
  },
);
