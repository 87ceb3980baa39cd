import { deactivateUser } from "../../../src/application/accounts/deactivate-user";
import { reactivateUser } from "../../../src/application/accounts/reactivate-user";
import { noDeactivationActions } from "../../../src/application/accounts/shared/deactivation";
import { fetchBotKey } from "../../../src/application/bots/fetch-bot-key";
import { regenerateBotKey } from "../../../src/application/bots/regenerate-bot-key";
import { updateBot } from "../../../src/application/bots/update-bot";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import type { ChannelPermission } from "../../../src/domain/channels/channel";
import { memoryRealm } from "../../support/application/memory-realm";
import { botUpdate } from "../../support/builders/bot-update";

/** Ann's bot reads a private channel that Ada, an administrator, can't read. */
const realm = async () => {
  const found = await memoryRealm({
    people: { ada: "administrator", ann: "member", ben: "member", bot: { botOf: "ann" } },
    channels: {
      board: { privacy: "private", of: ["ann", "ben", "bot"] },
      lunch: { of: ["ann", "ben", "bot"] },
    },
  });
  const { bot, board, lunch, state, append } = found;
  /** Gives people a permission in one of the channels. */
  const permit = async (
    channelId: number,
    permission: ChannelPermission,
    directMembers: readonly number[],
  ) => {
    const channel = (await state()).channels.get(channelId);
    if (channel === undefined) throw new Error("There is no such channel");
    const permissions = { ...channel.permissions, [permission]: { directMembers, directSubgroups: [] } };
    const change = { permissions };
    await append({
      type: "channel_changed",
      channelId,
      nameBefore: channel.name,
      wasArchived: false,
      change,
    });
  };
  /** The channels of the two that somebody is subscribed to. */
  const channelsOf = async (userId: number) => {
    const now = await state();
    return Object.entries({ board, lunch }).flatMap(([name, id]) =>
      now.isSubscribed(userId, id) ? [name] : [],
    );
  };
  return { ...found, permit, channelsOf, botsChannels: () => channelsOf(bot.id) };
};
const insufficient = "Insufficient permission";

test("an administrator gets neither key nor messages of a bot that reads a channel which they can't", async () => {
  const { ada, ann, bot } = await realm();
  expect(await ada.isRefused(fetchBotKey, bot.id)).toBe(insufficient);
  expect(await ada.isRefused(regenerateBotKey, bot.id)).toBe(insufficient);
  const [messages, config] = [
    botUpdate({ payloadUrl: "https://b.example" }),
    botUpdate({ config: { a: "b" } }),
  ];
  for (const update of [messages, config])
    expect(await ada.isRefused(updateBot, bot.id, update)).toBe(insufficient);
  await ada.does(updateBot, bot.id, botUpdate({ fullName: "Renamed" }));
  await ann.does(fetchBotKey, bot.id);
  await ann.does(unsubscribe, { channelNames: ["board"], principals: [bot.id] });
  await ada.does(fetchBotKey, bot.id);
});

test("a bot leaves the channels that its new owner can't read", async () => {
  const { ada, bot, botsChannels } = await realm();
  await ada.does(updateBot, bot.id, botUpdate({ ownerId: ada.id }));
  expect(await botsChannels()).toEqual(["lunch"]);
  await ada.does(fetchBotKey, bot.id);
});

test("a bot stays in the channels that its new owner can read", async () => {
  const { ada, ben, bot, botsChannels } = await realm();
  await ada.does(updateBot, bot.id, botUpdate({ ownerId: ben.id }));
  expect(await botsChannels()).toEqual(["board", "lunch"]);
});

test("a bot that a group lets into a channel can't be given to anyone who isn't let in", async () => {
  const { ada, ann, ben, bot, board, permit } = await realm();
  await permit(board, "canSubscribeGroup", [bot.id, ben.id]);
  await ann.does(unsubscribe, { channelNames: ["board"], principals: [bot.id] });
  expect(await ada.isRefused(fetchBotKey, bot.id)).toBe(insufficient);
  expect(await ada.isRefused(updateBot, bot.id, botUpdate({ ownerId: ada.id }))).toBe(insufficient);
  await ada.does(updateBot, bot.id, botUpdate({ ownerId: ben.id }));
});

test("an administrator doesn't get such a bot by reactivating it", async () => {
  const { ada, ann, ben, bot, board, permit } = await realm();
  await permit(board, "canSubscribeGroup", [bot.id, ben.id]);
  await ada.does(deactivateUser, { userId: ann.id, actions: noDeactivationActions, comment: undefined });
  expect(await ada.isRefused(reactivateUser, bot.id)).toBe(insufficient);
  await permit(board, "canSubscribeGroup", [ben.id]);
  await ada.does(reactivateUser, bot.id);
});

test("an administrator may send a bot's own address and settings along with its new name", async () => {
  const { ada, bot, append } = await realm();
  const service = { name: "", url: "https://a.example", interface: "native" } as const;
  await append({ type: "bot_changed", userId: bot.id, change: { service, config: { a: "b" } } });
  const update = botUpdate({ fullName: "Renamed", payloadUrl: service.url, config: { a: "b" } });
  await ada.does(updateBot, bot.id, update);
  expect(await ada.isRefused(updateBot, bot.id, { ...update, config: { a: "c" } })).toBe(insufficient);
});

test("a reactivated bot is no longer in channels that its owner can't read", async () => {
  const { ada, ann, bot, botsChannels } = await realm();
  await ada.does(deactivateUser, { userId: ann.id, actions: noDeactivationActions, comment: undefined });
  await ada.does(reactivateUser, bot.id);
  expect(await botsChannels()).toEqual(["lunch"]);
});

test("a person who is removed from a private channel takes their bots along", async () => {
  const { ann, ben, board, lunch, permit, channelsOf, botsChannels } = await realm();
  for (const channelId of [board, lunch]) await permit(channelId, "canRemoveSubscribersGroup", [ben.id]);
  const removed = await ben.does(unsubscribe, { channelNames: ["board", "lunch"], principals: [ann.id] });
  expect(removed).toEqual({ removed: ["board", "lunch"], notRemoved: [] });
  expect([await channelsOf(ann.id), await botsChannels()]).toEqual([[], ["lunch"]]);
});

test("a person who leaves a private channel may leave a bot there", async () => {
  const { ann, channelsOf, botsChannels } = await realm();
  await ann.does(unsubscribe, { channelNames: ["board"], principals: undefined });
  expect([await channelsOf(ann.id), await botsChannels()]).toEqual([["lunch"], ["board", "lunch"]]);
});
