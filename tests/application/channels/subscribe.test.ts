import type { Caller } from "../../../src/application/caller";
import type { SubscribeRequest } from "../../../src/application/channels/shared/plan-subscribing";
import { subscribe as subscribeTo } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import { SubscriptionIndex } from "../../../src/domain/state/subscription-index";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/application/memory-application";
import { memoryRealm } from "../../support/application/memory-realm";
import { systemGroup } from "../../support/builders/groups";
import { eventsAfter } from "../../support/storage/commits";

let world: MemoryApplication;
let ben: Caller;
beforeEach(async () => {
  world = await memoryApplication();
  ben = await world.newMember("Ben");
});

const privately = {
  draft: { ...defaultChannelDraft, privacy: "private", historyPublicToSubscribers: false },
} as const;
const subscribe = (who: Caller, given: SubscribeRequest) => subscribeTo(world.services)(who, given)();
const events = async (since: number) =>
  (await eventsAfter(world.persistence.eventLog, world.realmId, since, 99)).map(({ event }) => event.type);

test("two simultaneous requests for the same new channel create one channel", async () => {
  await Promise.all([subscribe(world.owner, joining("Lunch")), subscribe(ben, joining("lunch"))]);
  const state = await world.services.directory.stateOf(world.realmId);
  const channel = state.channelByName("LUNCH");
  expect([...state.channels.values()].filter(({ name }) => name.toLowerCase() === "lunch")).toHaveLength(1);
  expect([...state.subscribers(channel?.id ?? 0)].sort()).toEqual([world.owner.userId, ben.userId]);
});

test("users get the event for a private channel before the event for their subscription", async () => {
  await subscribe(world.owner, joining("club", privately));
  const since = await world.persistence.eventLog.head(world.realmId);
  await subscribe(world.owner, joining("club", { principals: [ben.userId] }));
  expect(await events(since)).toEqual(["channel_revealed", "subscribed"]);
});

test("subscribing a subscriber again logs no event", async () => {
  await subscribe(ben, joining("lunch"));
  const since = await world.persistence.eventLog.head(world.realmId);
  const outcome = successOf(await subscribe(ben, joining("lunch")));
  expect([...outcome.alreadySubscribed]).toEqual([[ben.userId, ["lunch"]]]);
  expect(await events(since)).toEqual([]);
});

test("personal settings and the color survive unsubscribing, and each of a user's channels gets another color", async () => {
  for (const name of ["a", "b", "c"]) await subscribe(ben, joining(name));
  const colors = async () =>
    (await world.services.directory.stateOf(world.realmId))
      .subscriptionsOf(ben.userId)
      .map(({ color }) => color);
  const before = await colors();
  expect(new Set(before).size).toBe(before.length);
  await unsubscribe(world.services)(ben, { channelNames: ["b"], principals: undefined })();
  await subscribe(ben, joining("b"));
  expect(await colors()).toEqual(before);
});

test("one inaccessible channel makes the whole request fail, unless the caller asks otherwise", async () => {
  await subscribe(world.owner, joining("club", privately));
  const both = { channels: ["club", "open"].map((name) => ({ name, description: "" })) };
  expect(refusalOf(await subscribe(ben, joining("", both)))).toBe("Unable to access channel (club).");
  expect((await world.services.directory.stateOf(world.realmId)).channelByName("open")).toBeUndefined();
  const outcome = successOf(await subscribe(ben, joining("", { ...both, authorizationErrorsFatal: false })));
  expect(outcome.unauthorized).toEqual(["club"]);
});

test("one request creates at most a hundred channels and a bounded number of subscriptions", async () => {
  const named = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => ({ name: `${name} ${index}`, description: "" }));
  expect(refusalOf(await subscribe(ben, joining("", { channels: named(101, "many") })))).toBe(
    "At most 100 channels can be made at once.",
  );
  const principals = [world.owner.userId, ben.userId];
  while (principals.length < 201) principals.push((await world.newMember(`P${principals.length}`)).userId);
  const before = await world.persistence.eventLog.head(world.realmId);
  expect(refusalOf(await subscribe(ben, joining("", { channels: named(100, "many"), principals })))).toBe(
    "At most 20000 subscriptions can be made at once.",
  );
  expect(await events(before)).toEqual([]);
  successOf(await subscribe(ben, joining("", { channels: named(100, "some") })));
});

test("a new channel has the given properties, and its creator's subscription the given color", async () => {
  const { owner, ben, channel, state } = await memoryRealm({ people: { ben: "member" } });
  const draft = { ...defaultChannelDraft, privacy: "private", messageRetentionDays: 30 } as const;
  const channels = [{ name: " made ", description: "by hand", color: "#123456" }];
  const { created, subscribed } = await owner.does(subscribeTo, joining("", { channels, draft }));
  expect([...subscribed]).toEqual([[owner.id, ["made"]]]);
  const id = created[0]?.id ?? 0;
  expect(await channel(id)).toMatchObject({
    name: "made",
    description: "by hand",
    privacy: "private",
    messageRetentionDays: 30,
    creatorId: owner.id,
  });
  expect((await state()).subscription(owner.id, id)?.color).toBe("#123456");
  expect((await state()).isSubscribed(ben.id, id)).toBe(false);
});

test("the answer lists who is newly subscribed and who already was", async () => {
  const { owner, ben, cleo } = await memoryRealm({
    people: { ben: "member", cleo: "member" },
    channels: { lunch: { of: ["ben"] } },
  });
  const add = () =>
    ben.does(subscribeTo, joining("LUNCH", { principals: [ben.id, owner.id, "cleo@example.com"] }));
  const first = await add();
  expect([...first.subscribed]).toEqual([
    [owner.id, ["lunch"]],
    [cleo.id, ["lunch"]],
  ]);
  expect([...first.alreadySubscribed]).toEqual([[ben.id, ["lunch"]]]);
  const again = await add();
  expect([again.subscribed.size, again.alreadySubscribed.size]).toEqual([0, 3]);
});

test("a member who may not add others to a channel subscribes only themselves", async () => {
  const { ben, owner, allow } = await memoryRealm({ people: { ben: "member" }, channels: { lunch: {} } });
  await allow("canAddSubscribersGroup", systemGroup.administrators);
  expect(await ben.isRefused(subscribeTo, joining("lunch", { principals: [owner.id] }))).toBe(
    "Insufficient permission",
  );
  await ben.does(subscribeTo, joining("lunch"));
});

test("users subscribe to archived channels and unsubscribe from them", async () => {
  const { ben, lunch, state } = await memoryRealm({
    people: { ben: "member" },
    channels: { lunch: { isArchived: true } },
  });
  await ben.does(subscribeTo, joining("lunch"));
  expect((await state()).isSubscribed(ben.id, lunch)).toBe(true);
  const left = await ben.does(unsubscribe, { channelNames: ["lunch"], principals: undefined });
  expect(left.removed).toEqual(["lunch"]);
});

test("refuses guests and unknown users", async () => {
  const realm = await memoryRealm({ people: { ben: "member", gina: "guest" }, channels: { lunch: {} } });
  expect(await realm.gina.isRefused(subscribeTo, joining("lunch"))).toBe("Not allowed for guest users");
  expect(await realm.ben.isRefused(subscribeTo, joining("lunch", { principals: [999] }))).toBe(
    "No such user",
  );
});

test("new channels are created in memory only once their notices are rendered", async () => {
  const people = [];
  for (const name of ["Cleo", "Dora", "Eve"]) people.push((await world.newMember(name)).userId);
  const puts = jest.spyOn(SubscriptionIndex.prototype, "changed");
  const channels = ["a", "b"].map((name) => ({ name, description: "about" }));
  successOf(await subscribe(world.owner, joining("", { channels, principals: people })));
  // Once for the decision, and once by this storage. The run that found what to render applied nothing.
  expect(puts.mock.calls.filter(([subscriptions]) => subscriptions.length === 6)).toHaveLength(2);
  puts.mockRestore();
});

test("everyone who joins the same channels shares one list of their names", async () => {
  const people = [];
  for (const name of ["Cleo", "Dora", "Eve"]) people.push((await world.newMember(name)).userId);
  await subscribe(world.owner, joining("a", { principals: people.slice(0, 1) }));
  const channels = ["a", "b"].map((name) => ({ name, description: "" }));
  const { subscribed, alreadySubscribed } = successOf(
    await subscribe(world.owner, joining("", { channels, principals: people })),
  );
  expect([...subscribed.values()]).toEqual([["b"], ["a", "b"], ["a", "b"]]);
  expect(new Set(subscribed.values()).size).toBe(2);
  expect([...alreadySubscribed.values()]).toEqual([["a"]]);
});
