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
  await owner.patch("/realm", { message_content_edit_limit_seconds: "unlimited" });
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
const now = () => Math.floor(Date.now() / 1000);

shows(
  [
    "§4.21 field edit_history",
    "§4.21 field last_edit_timestamp",
    "§4.21 field last_moved_timestamp",
    "§4.21 field content",
    "§4.21 field subject",
  ],
  "an edited and moved message is posted in its current form, with its history, newest first",
  async () => {
    const id = await bots.mention(bot, "first");
    const { body } = await owner.post("/channels/create", {
      name: "elsewhere",
      subscribers: [owner.id, ann.id],
    });
    await ann.patch(`/messages/${id}`, { content: `@**${bot.name}** second` });
    await owner.patch(`/messages/${id}`, { topic: "other plans" });
    await owner.patch(`/messages/${id}`, { stream_id: body.id });
    const message = await posted();
    const timestamp = expect.any(Number);
    expect(message).toMatchObject({
      content: `@**${bot.name}** second`,
      subject: "other plans",
      stream_id: body.id,
      display_recipient: "elsewhere",
    });
    expect(message.edit_history).toEqual([
      { user_id: owner.id, timestamp, prev_stream: general, stream: body.id },
      { user_id: owner.id, timestamp, prev_topic: "plans", topic: "other plans" },
      {
        user_id: ann.id,
        timestamp,
        prev_content: `@**${bot.name}** first`,
        prev_rendered_content: expect.stringMatching(/ first<\/p>$/),
      },
    ]);
    expect(message.last_moved_timestamp).toBe(message.edit_history[0].timestamp);
    expect(message.last_edit_timestamp).toBe(message.edit_history[2].timestamp);
    expect(Math.abs(message.last_edit_timestamp - now())).toBeLessThan(60);
  },
);

shows(
  ["§4.21 field last_edit_timestamp", "§4.21 field last_moved_timestamp"],
  "each timestamp exists only for its own kind of change, and resolving a topic is not a move",
  async () => {
    const edited = await bots.mention(bot, "edited", "general", { topic: "one" });
    await ann.patch(`/messages/${edited}`, { content: `@**${bot.name}** better` });
    const moved = await bots.mention(bot, "moved", "general", { topic: "two" });
    await ann.patch(`/messages/${moved}`, { topic: "three" });
    const resolved = await bots.mention(bot, "resolved", "general", { topic: "four" });
    await ann.patch(`/messages/${resolved}`, { topic: "✔ four" });
    await bots.deliver();
    const times = peer.received.map((one) => {
      const { id, last_edit_timestamp, last_moved_timestamp } = jsonOf(one).message;
      return [id, last_edit_timestamp !== undefined, last_moved_timestamp !== undefined];
    });
    expect(times).toEqual([
      [edited, true, false],
      [moved, false, true],
      [resolved, false, false],
    ]);
  },
);

shows(
  "§4.21 field edit_history",
  "contains only moves, or no history, if the organization shows only that",
  async () => {
    const id = await bots.mention(bot, "secret");
    await ann.patch(`/messages/${id}`, { content: `@**${bot.name}** harmless` });
    await ann.patch(`/messages/${id}`, { topic: "moved" });
    await owner.patch("/realm", { message_edit_history_visibility_policy: "moves" });
    const { edit_history } = await posted();
    expect(edit_history).toEqual([
      { user_id: ann.id, timestamp: expect.any(Number), prev_topic: "plans", topic: "moved" },
    ]);
    await owner.patch("/realm", { message_edit_history_visibility_policy: "none" });
    const again = await bots.mention(bot, "secret");
    await ann.patch(`/messages/${again}`, { content: `@**${bot.name}** harmless` });
    await bots.deliver();
    const { message } = jsonOf(peer.received[1]);
    expect(message).not.toHaveProperty("edit_history");
    expect(message).toMatchObject({ id: again, last_edit_timestamp: expect.any(Number) });
    await owner.patch("/realm", { message_edit_history_visibility_policy: "all" });
  },
);
