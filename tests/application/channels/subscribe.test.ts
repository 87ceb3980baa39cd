import type { Caller } from "../../../src/application/caller";
import type { SubscribeRequest } from "../../../src/application/channels/shared/subscribe-in-batches";
import { subscribe as subscribeTo } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
import { defaultChannelDraft } from "../../../src/domain/channels/channel-draft";
import { eventsAfter } from "../../support/foundations";
import {
  joining,
  type MemoryApplication,
  memoryApplication,
  refusalOf,
  successOf,
} from "../../support/memory-application";

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
