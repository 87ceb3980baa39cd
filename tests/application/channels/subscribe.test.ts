import type { Caller } from "../../../src/application/caller";
import { plainDraft } from "../../../src/application/channels/make-channels";
import type { SubscribeWanted } from "../../../src/application/channels/subscribe";
import { subscribe as subscribeTo } from "../../../src/application/channels/subscribe";
import { unsubscribe } from "../../../src/application/channels/unsubscribe";
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
  draft: { ...plainDraft, privacy: "private", historyPublicToSubscribers: false },
} as const;
const subscribe = (who: Caller, given: SubscribeWanted) => subscribeTo(world.services)(who, given)();
const events = async (since: number) =>
  (await eventsAfter(world.persistence.eventLog, world.realmId, since, 99)).map(({ event }) => event.type);

test("two who make the same channel at once make one", async () => {
  await Promise.all([subscribe(world.owner, joining("Lunch")), subscribe(ben, joining("lunch"))]);
  const state = await world.services.directory.of(world.realmId);
  const channel = state.channelByName("LUNCH");
  expect([...state.channels.values()].filter(({ name }) => name.toLowerCase() === "lunch")).toHaveLength(1);
  expect([...state.subscribers(channel?.id ?? 0)].sort()).toEqual([world.owner.userId, ben.userId]);
});

test("whoever could not see a private channel learns of it before they are in it", async () => {
  await subscribe(world.owner, joining("club", privately));
  const since = await world.persistence.eventLog.head(world.realmId);
  await subscribe(world.owner, joining("club", { principals: [ben.userId] }));
  expect(await events(since)).toEqual(["channel_revealed", "subscribed"]);
});

test("nothing is logged for somebody who is subscribed already", async () => {
  await subscribe(ben, joining("lunch"));
  const since = await world.persistence.eventLog.head(world.realmId);
  const outcome = successOf(await subscribe(ben, joining("lunch")));
  expect([...outcome.alreadySubscribed]).toEqual([[ben.userId, ["lunch"]]]);
  expect(await events(since)).toEqual([]);
});

test("settings and colour outlive unsubscribing; each channel of one's own has another colour", async () => {
  for (const name of ["a", "b", "c"]) await subscribe(ben, joining(name));
  const colors = async () =>
    (await world.services.directory.of(world.realmId)).subscriptionsOf(ben.userId).map(({ color }) => color);
  const before = await colors();
  expect(new Set(before).size).toBe(before.length);
  await unsubscribe(world.services)(ben, { channelNames: ["b"], principals: undefined })();
  await subscribe(ben, joining("b"));
  expect(await colors()).toEqual(before);
});

test("one channel that can't be joined stops all, unless that is asked for otherwise", async () => {
  await subscribe(world.owner, joining("club", privately));
  const both = { channels: ["club", "open"].map((name) => ({ name, description: "" })) };
  expect(refusalOf(await subscribe(ben, joining("", both)))).toBe("Unable to access channel (club).");
  expect((await world.services.directory.of(world.realmId)).channelByName("open")).toBeUndefined();
  const outcome = successOf(await subscribe(ben, joining("", { ...both, authorizationErrorsFatal: false })));
  expect(outcome.unauthorized).toEqual(["club"]);
});

test("one request makes a hundred channels at most, and a bounded number of subscriptions: others wait meanwhile", async () => {
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
