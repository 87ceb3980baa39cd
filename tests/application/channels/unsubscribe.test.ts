import { setTimeout } from "node:timers/promises";
import type { Caller } from "../../../src/application/caller";
import { changeSubscriptions } from "../../../src/application/channels/change-subscriptions";
import { subscribe } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { changeFlags } from "../../../src/application/messages/change-flags";
import { sendMessage } from "../../../src/application/messages/send-message";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { eventsAfter } from "../../support/storage/commits";

let world: MemoryApplication;
let ben: Caller;

beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

test("users who leave a channel get exactly the messages that were unread at that moment", async () => {
  const to = { kind: "channel", channel: "general", topic: "food" } as const;
  const { id } = successOf(
    await sendMessage(world.services)(world.owner, { to, content: "hello", readBySender: false })(),
  );
  const flag = (op: "add" | "remove") =>
    changeFlags(world.services)(ben, { messageIds: [id], op, flag: "read" })();
  successOf(await flag("add"));
  const { position } = await world.services.directory.newest(world.realmId);
  const leave = unsubscribe(world.services)(ben, { channelNames: ["general"], principals: undefined });
  const { messages } = world.persistence;
  const { unreadIds } = messages;
  let flagging: Promise<unknown> | undefined;
  jest.spyOn(messages, "unreadIds").mockImplementation(async (...asked) => {
    const found = await unreadIds(...asked);
    // Reads outside of the lane let this pass before their own turn.
    flagging ??= flag("remove");
    await setTimeout(20);
    return found;
  });
  successOf(await leave());
  await flagging;
  const unread = new Set<number>();
  const announced: unknown[] = [];
  for (const { event } of await eventsAfter(world.persistence.eventLog, world.realmId, position, 99)) {
    if (event.type === "message_flags_changed") for (const one of event.messageIds) unread.add(one);
    if (event.type === "unsubscribed")
      announced.push({ announced: event.unread?.[ben.userId] ?? [], unread: [...unread] });
  }
  expect(announced).toEqual([{ announced: [...unread], unread: [...unread] }]);
});

const leaving = (principals?: readonly number[], channelNames = ["lunch"]) => ({ channelNames, principals });

test("the answer lists the channels that were left, and those that nobody was in", async () => {
  const { ben } = await memoryRealm({ people: { ben: "member" }, channels: { lunch: { of: ["ben"] } } });
  expect(await ben.does(unsubscribe, leaving())).toEqual({ removed: ["lunch"], notRemoved: [] });
  expect(await ben.does(unsubscribe, leaving())).toEqual({ removed: [], notRemoved: ["lunch"] });
});

test("channel administrators unsubscribe others; members only themselves and their bots", async () => {
  const { owner, ben, robot } = await memoryRealm({
    people: { ben: "member", robot: { botOf: "ben" } },
    channels: { lunch: { of: ["owner", "ben", "robot"] } },
  });
  expect(await ben.isRefused(unsubscribe, leaving([owner.id]))).toBe("Insufficient permission");
  expect((await ben.does(unsubscribe, leaving([ben.id, robot.id]))).removed).toEqual(["lunch"]);
  expect((await owner.does(unsubscribe, leaving([owner.id]))).removed).toEqual(["lunch"]);
});

test("hidden channels look like channels that don't exist", async () => {
  const { ben } = await memoryRealm({
    people: { ben: "member" },
    channels: { club: { privacy: "private" } },
  });
  expect(await ben.isRefused(unsubscribe, leaving(undefined, ["club", "nowhere"]))).toBe(
    "Channel(s) (club, nowhere) do not exist",
  );
});

test("a user who leaves a private channel no longer sees it; their settings are restored if they return", async () => {
  const { owner, ben, club, eventsOf, state } = await memoryRealm({
    people: { ben: "member" },
    channels: { club: { privacy: "private", of: ["owner", "ben"] } },
  });
  await ben.does(changeSubscriptions, [{ channelId: club, change: { color: "#0a0b0c" } }]);
  const id = await owner.says(club);
  const events = await eventsOf(() => ben.does(unsubscribe, leaving(undefined, ["club"])));
  expect(events).toEqual([
    expect.objectContaining({ type: "unsubscribed", userIds: [ben.id], unread: { [ben.id]: [id] } }),
    { type: "channel_hidden", channelId: club, userIds: [ben.id] },
  ]);
  await owner.does(subscribe, joining("club", { principals: [ben.id] }));
  expect((await state()).subscription(ben.id, club)).toMatchObject({ isActive: true, color: "#0a0b0c" });
});

test("what a user hasn't read in many channels is found by one read for each batch of them", async () => {
  const names = Array.from({ length: 30 }, (_, index) => `channel ${index}`);
  const realm = await memoryRealm({
    people: { ben: "member", ann: "member" },
    channels: Object.fromEntries(names.map((name) => [name, { of: ["owner", "ben", "ann"] as const }])),
  });
  const { owner, ben, ann, world, eventsSince } = realm;
  const ids: number[] = [];
  for (const channel of (await world.services.directory.newest(world.realmId)).channels.values())
    if (names.includes(channel.name)) ids.push(await owner.says(channel.id));
  const { position } = await world.services.directory.newest(world.realmId);
  const reads = jest.spyOn(world.persistence.messages, "unreadIds");
  await owner.does(unsubscribe, leaving([ben.id, ann.id], names));
  const left = (await eventsSince(position)).flatMap((event) =>
    event.type === "unsubscribed" ? [event.unread] : [],
  );
  expect(left).toEqual(ids.map((id) => ({ [ben.id]: [id], [ann.id]: [id] })));
  expect(reads.mock.calls.length).toBe(2);
});
