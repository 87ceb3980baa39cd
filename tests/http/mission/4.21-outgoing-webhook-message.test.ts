import request from "supertest";
import { createRealm } from "../../../src/application/realm/create-realm";
import { aPicture } from "../../support/builders/images";
import { success } from "../../support/http/event-queue";
import type { Client } from "../../support/http/http-application";
import { shows } from "../../support/mission/levels";
import { type CalledBot, jsonOf, startBotServer } from "../../support/servers/bot-servers";
import { type Peer, startPeer } from "../../support/servers/peer";

let bots: Awaited<ReturnType<typeof startBotServer>>;
let owner: Client;
let ann: Client;
let peer: Peer;
let bot: CalledBot;
let general: number;

beforeAll(async () => {
  bots = await startBotServer();
  ann = bots.ann;
  owner = bots.server.owner;
  general = (await ann.get("/get_stream_id", { stream: "general" })).body.stream_id;
});
afterAll(() => bots.server.stop());
beforeEach(async () => {
  peer = await startPeer();
  bot = await bots.newBot(peer.url);
});
afterEach(() => peer.close());

/** The message as posted to the bot's server now. */
const posted = async () => {
  await bots.deliver();
  expect(peer.received).toHaveLength(1);
  return jsonOf(peer.received[0]).message;
};
/** The message as the API returns it to the bot. */
const listed = async (id: number, more: object = {}) => {
  const query = { apply_markdown: false, client_gravatar: false, allow_empty_topic_name: true, ...more };
  const { messages } = (await bot.get("/messages", { message_ids: [id], ...query })).body;
  return messages[0];
};
const now = () => Math.floor(Date.now() / 1000);

shows(
  [
    "§4.21 field avatar_url",
    "§4.21 field client",
    "§4.21 field content",
    "§4.21 field content_type",
    "§4.21 field display_recipient",
    "§4.21 field edit_history",
    "§4.21 field id",
    "§4.21 field is_me_message",
    "§4.21 field last_edit_timestamp",
    "§4.21 field last_moved_timestamp",
    "§4.21 field reactions",
    "§4.21 field recipient_id",
    "§4.21 field rendered_content",
    "§4.21 field sender_email",
    "§4.21 field sender_full_name",
    "§4.21 field sender_id",
    "§4.21 field sender_realm_str",
    "§4.21 field stream_id",
    "§4.21 field subject",
    "§4.21 field submessages",
    "§4.21 field timestamp",
    "§4.21 field topic_links",
    "§4.21 field type",
  ],
  "a direct message has exactly these fields, none of a channel or an edit",
  async () => {
    const form = { type: "direct", to: [owner.id, bot.id], content: "*help*" };
    const { body } = await ann.post("/messages", form).set("User-Agent", "ZulipMobile/1.0 (iOS)");
    const message = await posted();
    const people = (await bot.get("/users")).body.members as { user_id: number; email: string }[];
    const emailOf = (id: number) => people.find(({ user_id }) => user_id === id)?.email;
    const participant = (id: number, full_name: string) => ({
      id,
      email: emailOf(id),
      full_name,
      is_mirror_dummy: false,
    });
    expect(message).toEqual({
      avatar_url: expect.stringMatching(/avatar/),
      client: "ZulipMobile",
      content: "*help*",
      content_type: "text/x-markdown",
      display_recipient: [
        participant(owner.id, "Olive Owner"),
        participant(ann.id, "Ann"),
        participant(bot.id, bot.name),
      ],
      id: body.id,
      is_me_message: false,
      reactions: [],
      recipient_id: expect.any(Number),
      rendered_content: "<p><em>help</em></p>",
      sender_email: emailOf(ann.id),
      sender_full_name: "Ann",
      sender_id: ann.id,
      sender_realm_str: "",
      subject: "",
      submessages: [],
      timestamp: expect.any(Number),
      topic_links: [],
      type: "private",
    });
    expect(Math.abs(message.timestamp - now())).toBeLessThan(60);
  },
);

shows(
  [
    "§4.21 field message",
    "§4.21 field recipient_id",
    "§4.21 field content",
    "§4.21 field content_type",
    "§4.21 field rendered_content",
  ],
  "a message equals the API's without Markdown applied, plus its HTML; flags are the bot's",
  async () => {
    const id = await bots.mention(bot, "**look**");
    const { rendered_content, ...message } = await posted();
    const { flags, ...rest } = await listed(id);
    expect(message).toEqual(rest);
    expect(flags).toEqual(expect.any(Array));
    expect([message.content, message.content_type]).toEqual([`@**${bot.name}** **look**`, "text/x-markdown"]);
    const applied = await listed(id, { apply_markdown: true });
    expect([applied.content, applied.content_type]).toEqual([rendered_content, "text/html"]);
    expect(rendered_content).toBe(
      `<p><span class="user-mention" data-user-id="${bot.id}">@${bot.name}</span> <strong>look</strong></p>`,
    );
  },
);

shows(
  [
    "§4.21 field type",
    "§4.21 field stream_id",
    "§4.21 field display_recipient",
    "§4.21 field subject",
    "§4.21 field recipient_id",
  ],
  "a channel message has the channel's id and name, and a topic that may be empty",
  async () => {
    await bots.mention(bot, "in a topic");
    await bots.mention(bot, "in none", "general", { topic: "" });
    await bots.deliver();
    const [inTopic, inNone] = peer.received.map((one) => jsonOf(one).message);
    const place = { type: "stream", stream_id: general, display_recipient: "general" };
    expect(inTopic).toMatchObject({ ...place, subject: "plans" });
    expect(inNone).toMatchObject({ ...place, subject: "", recipient_id: inTopic.recipient_id });
  },
);

shows("§4.21 field reactions", "reactions contain every kind of emoji in order of arrival", async () => {
  const created = await request(bots.server.http)
    .post("/api/v1/realm/emoji/happy_cat")
    .auth(owner.email, owner.apiKey)
    .attach("f", await aPicture(), "cat.png");
  expect(created.body).toEqual(success());
  const { emoji } = (await owner.get("/realm/emoji")).body;
  const [code = ""] = Object.keys(emoji);
  const id = await bots.mention(bot, "nice");
  const chosen = [
    [ann, { emoji_name: "car", emoji_code: "1f697", reaction_type: "unicode_emoji" }],
    [owner, { emoji_name: "happy_cat", emoji_code: code, reaction_type: "realm_emoji" }],
    [owner, { emoji_name: "zulip", emoji_code: "zulip", reaction_type: "zulip_extra_emoji" }],
  ] as const;
  for (const [who, form] of chosen) await who.post(`/messages/${id}/reactions`, form);
  const { reactions } = await posted();
  expect(reactions).toMatchObject(chosen.map(([who, form]) => ({ ...form, user_id: who.id })));
  expect(reactions).toHaveLength(3);
});

shows("§4.21 field submessages", "submessages contain a poll's start and its votes", async () => {
  const id = await bots.writeTo(ann, [bot.id], "/poll Lunch?\n- soup");
  const vote = JSON.stringify({ type: "vote", key: "canned,0", vote: 1 });
  await ann.post("/submessage", { message_id: id, msg_type: "widget", content: vote });
  const { submessages } = await posted();
  const one = { msg_type: "widget", message_id: id, sender_id: ann.id, id: expect.any(Number) };
  expect(submessages).toEqual([
    { ...one, content: expect.stringContaining("poll") },
    { ...one, content: vote },
  ]);
  expect(JSON.parse(submessages[0].content)).toEqual({
    widget_type: "poll",
    extra_data: { question: "Lunch?", options: ["soup"] },
  });
});

shows(
  "§4.21 field topic_links",
  "topic_links contain the links of the organization's linkifiers",
  async () => {
    await owner.post("/realm/filters", {
      pattern: "#(?P<id>[0-9]+)",
      url_template: "https://example.com/issues/{id}",
    });
    await bots.mention(bot, "look", "general", { topic: "issues #12 and #7" });
    expect((await posted()).topic_links).toEqual([
      { text: "#12", url: "https://example.com/issues/12" },
      { text: "#7", url: "https://example.com/issues/7" },
    ]);
  },
);

shows("§4.21 field is_me_message", "is_me_message is true for /me messages", async () => {
  await bots.writeTo(ann, [bot.id], "/me waves");
  expect(await posted()).toMatchObject({ is_me_message: true, content: "/me waves" });
});

shows(
  ["§4.21 field avatar_url", "§4.21 field sender_full_name"],
  "the sender's name and picture are current, and the picture is always a URL",
  async () => {
    const ben = await bots.server.newMember("Ben");
    await bots.writeTo(ben, [bot.id], "hello");
    const { body } = await request(bots.server.http)
      .post("/api/v1/users/me/avatar")
      .auth(ben.email, ben.apiKey)
      .attach("file", await aPicture(), "me.png");
    await ben.patch("/settings", { full_name: "Benjamin" });
    expect(await posted()).toMatchObject({ sender_full_name: "Benjamin", avatar_url: body.avatar_url });
  },
);

shows("§4.21 field sender_realm_str", "sender_realm_str is the organization's subdomain", async () => {
  const found = await createRealm(bots.server.services)({
    name: "Other",
    subdomain: "other",
    ownerEmail: "olga@example.com",
    ownerName: "Olga",
  })();
  if (found._tag === "Left") throw new Error(found.left.message);
  const olga = bots.server.clientOf(
    { id: found.right.ownerId, email: "olga@example.com" },
    found.right.realmId,
  );
  const post = (path: string, form: object) => olga.post(path, form).set("Host", "other.chat.example.com");
  const created = await post("/bots", {
    full_name: "Otherwise",
    short_name: "other",
    bot_type: 3,
    payload_url: JSON.stringify(peer.url),
  });
  await post("/messages", { type: "direct", to: [created.body.user_id], content: "hello" });
  expect(await posted()).toMatchObject({ sender_realm_str: "other", sender_full_name: "Olga" });
});
