import { fetchBotKey } from "../../../src/application/bots/fetch-bot-key";
import { updateBot } from "../../../src/application/bots/update-bot";
import { sendMessage } from "../../../src/application/messages/send-message";
import { memoryRealm } from "../../support/application/memory-realm";
import { botUpdate } from "../../support/builders/bot-update";
import { anInvitation } from "../../support/builders/entities";

const realm = () =>
  memoryRealm({
    people: {
      ada: "administrator",
      ann: "member",
      ben: "member",
      gus: "guest",
      bot: { botOf: "ann" },
      other: { botOf: "ann" },
      owners: { botOf: "owner" },
    },
    channels: { lunch: { of: ["ann"] }, board: { privacy: "private", of: ["owner"] } },
  });
const insufficient = "Insufficient permission";

test("a bot's owner can change it: name and address separately from its settings", async () => {
  const { ann, bot, lunch, eventsOf } = await realm();
  const change = {
    fullName: "Changed",
    shortName: "moved",
    payloadUrl: "https://b.example",
    config: { a: "b" },
    defaultAllPublicChannels: true,
    defaultEventsChannel: "lunch",
  };
  const events = await eventsOf(() => ann.does(updateBot, bot.id, botUpdate(change)));
  expect(events).toEqual([
    {
      type: "user_changed",
      userId: bot.id,
      change: { fullName: "Changed", email: "moved-bot@chat.example.com" },
    },
    {
      type: "bot_changed",
      userId: bot.id,
      change: {
        service: { name: "", url: "https://b.example", interface: "native" },
        config: { a: "b" },
        defaultAllPublicChannels: true,
        defaultEventsChannelId: lunch,
      },
    },
  ]);
  const { user } = await ann.does(
    updateBot,
    bot.id,
    botUpdate({ defaultEventsChannel: "", config: { c: "d" } }),
  );
  expect(user.bot).toMatchObject({ defaultEventsChannelId: null, config: { a: "b", c: "d" } });
  expect(await eventsOf(() => ann.does(updateBot, bot.id, botUpdate({ fullName: "Changed" })))).toEqual([]);
});

test("an administrator can give a bot to another owner, which ends its key", async () => {
  const { ada, ann, ben, bot, user, eventsOf } = await realm();
  const { apiKeyVersion } = await user(bot);
  const events = await eventsOf(() => ada.does(updateBot, bot.id, botUpdate({ ownerId: ben.id })));
  expect(events).toMatchObject([
    { type: "bot_changed", userId: bot.id, change: { ownerId: ben.id }, ownerBefore: ann.id },
    { type: "user_changed", userId: bot.id, change: { apiKeyVersion: apiKeyVersion + 1 } },
  ]);
  expect(await ann.isRefused(updateBot, bot.id, botUpdate({ fullName: "Mine?" }))).toBe(insufficient);
  await ben.does(updateBot, bot.id, botUpdate({ fullName: "Mine" }));
});

test("giving a bot away requires permission to manage its new owner", async () => {
  const { ann, ben, owner, bot, user } = await realm();
  const before = await user(bot);
  for (const other of [owner, ben])
    expect(await ann.isRefused(updateBot, bot.id, botUpdate({ ownerId: other.id }))).toBe(insufficient);
  expect(await user(bot)).toEqual(before);
});

test("a bot gains no access to an owner's private channel by naming that owner as its own", async () => {
  const { ann, owner, bot, board } = await realm();
  expect(await ann.isRefused(updateBot, bot.id, botUpdate({ ownerId: owner.id }))).toBe(insufficient);
  const message = {
    to: { kind: "channel", channel: board, topic: "x" },
    content: "x",
    readBySender: true,
  } as const;
  expect(await bot.isRefused(sendMessage, message)).toBe(`Channel with ID '${board}' does not exist`);
});

test("administrators can rename an owner's bots, but can neither give them away nor redirect them", async () => {
  const { ada, owners } = await realm();
  for (const change of [
    { ownerId: ada.id },
    { payloadUrl: "https://evil.example.com" },
    { config: { a: "b" } },
  ])
    expect(await ada.isRefused(updateBot, owners.id, botUpdate(change))).toBe(insufficient);
  await ada.does(updateBot, owners.id, botUpdate({ fullName: "Renamed" }));
});

test("nobody changes a bot with more rights than their own", async () => {
  const { ada, ann, owner, bot } = await realm();
  await owner.does(updateBot, bot.id, botUpdate({ role: "owner" }));
  for (const who of [ann, ada])
    expect(await who.isRefused(updateBot, bot.id, botUpdate({ fullName: "Mine" }))).toBe(insufficient);
});

test("a bot that gets more rights than its owner has gets a new key, which the owner can't read", async () => {
  const { ada, ann, bot, eventsOf } = await realm();
  const isRenewed = expect.objectContaining({ change: expect.objectContaining({ apiKeyVersion: 2 }) });
  expect(
    await eventsOf(() => ada.does(updateBot, bot.id, botUpdate({ role: "administrator" }))),
  ).toContainEqual(isRenewed);
  expect(await ann.isRefused(fetchBotKey, bot.id)).toBe(insufficient);
  for (const role of ["moderator", "member"] as const)
    expect(await eventsOf(() => ada.does(updateBot, bot.id, botUpdate({ role })))).not.toContainEqual(
      expect.objectContaining({ type: "user_changed" }),
    );
});

test("an administrator can't give a bot to somebody with more rights, in whose name it would act", async () => {
  const { ada, owner, bot } = await realm();
  expect(await ada.isRefused(updateBot, bot.id, botUpdate({ ownerId: owner.id }))).toBe(insufficient);
});

test("a bot that becomes a guest still knows the people it has written with, as every user does", async () => {
  const { ada, ann, bot, eventsOf } = await realm();
  await ann.does(sendMessage, {
    to: { kind: "direct", recipients: [bot.id] },
    content: "hello",
    readBySender: true,
  });
  const change = { type: "role_changed", userId: bot.id, from: "member", to: "guest" };
  expect(await eventsOf(() => ada.does(updateBot, bot.id, botUpdate({ role: "guest" })))).toContainEqual({
    ...change,
    acquaintances: expect.arrayContaining([ann.id]),
  });
});

test("a guest bot can't become an administrator, as no user can", async () => {
  const { ada, bot } = await realm();
  await ada.does(updateBot, bot.id, botUpdate({ role: "guest" }));
  expect(await ada.isRefused(updateBot, bot.id, botUpdate({ role: "administrator" }))).toBe(
    "Guests cannot be organization administrators",
  );
});

test.each<[string, Parameters<typeof botUpdate>[0], string]>([
  ["a role given by the bot's owner", { role: "moderator" }, "Must be an organization administrator"],
  ["the owner role given by the bot's owner", { role: "owner" }, "Must be an organization owner"],
  ["an unknown owner", { ownerId: 999 }, "Failed to change owner, no such user"],
  ["an owner that is a bot", { ownerId: 16 }, "Failed to change owner, bots can't own other bots"],
  ["a bot's name", { fullName: "Other" }, "Name is already in use."],
  ["a taken address", { shortName: "taken" }, "Username already in use"],
  ["a bad address", { shortName: "a b" }, "Bad name or username"],
  ["an unknown channel", { defaultSendingChannel: "none" }, "Invalid channel name 'none'"],
  ["a channel its owner can't see", { defaultEventsChannel: "board" }, "Invalid channel name 'board'"],
  ["a payload that is no URL", { payloadUrl: "x" }, "payload_url is not a URL"],
])("refuses %s", async (_what, change, message) => {
  const { ann, bot, owner, owners, other } = await realm();
  expect(other.id).toBe(16);
  await owner.does(updateBot, owners.id, botUpdate({ shortName: "taken" }));
  expect(await ann.isRefused(updateBot, bot.id, botUpdate(change))).toBe(message);
});

test("a bot's owner must be active, and guests own no bots", async () => {
  const { ann, ben, gus, bot, append } = await realm();
  await append({ type: "user_deactivated", userId: ben.id, firstMessageId: 1 });
  expect(await ann.isRefused(updateBot, bot.id, botUpdate({ ownerId: ben.id }))).toBe(
    "Failed to change owner, user is deactivated",
  );
  expect(await gus.isRefused(updateBot, bot.id, botUpdate({ fullName: "x" }))).toBe(
    "Not allowed for guest users",
  );
});

test("users who aren't bots can't be changed as bots", async () => {
  const { owner, ben } = await realm();
  for (const id of [ben.id, 999])
    expect(await owner.isRefused(updateBot, id, botUpdate({ fullName: "x" }))).toBe("No such bot");
});

test("changing a bot's owner revokes the invitations that it sent", async () => {
  const { ada, ann, ben, bot, other, append, services, eventsOf } = await realm();
  const open = [
    anInvitation({ id: 1, inviterId: bot.id }),
    anInvitation({ id: 2, inviterId: bot.id, email: null }),
    anInvitation({ id: 3, inviterId: bot.id, status: "used" }),
    anInvitation({ id: 4, inviterId: other.id }),
    anInvitation({ id: 5, inviterId: ann.id }),
  ];
  await append({ type: "invitations_made", invitations: open });
  await ann.does(updateBot, bot.id, botUpdate({ fullName: "Renamed" }));
  const events = await eventsOf(() => ada.does(updateBot, bot.id, botUpdate({ ownerId: ben.id })));
  expect(events).toContainEqual({
    type: "invitations_closed",
    status: "revoked",
    inviterIds: [bot.id],
    invitationIds: [1, 2],
  });
  const { invitations } = await services.directory.stateOf(ada.realmId);
  expect([...invitations.values()].map(({ status }) => status)).toEqual([
    "revoked",
    "revoked",
    "used",
    "open",
    "open",
  ]);
});
