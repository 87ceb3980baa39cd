import { markQuietChannels } from "../../../src/application/channels/mark-quiet-channels";
import { aMoment } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const day = 86_400_000;
const realm = async () => {
  const founded = await memoryRealm({
    channels: {
      old: { createdAt: aMoment - 181 * day },
      young: { createdAt: aMoment - 179 * day },
      past: { createdAt: aMoment - 300 * day, isArchived: true },
    },
  });
  await founded.set({ sendChannelEventsMessages: false });
  return { ...founded, mark: () => markQuietChannels(founded.services)() };
};
const activity = (channelId: number, nameBefore: string, isRecentlyActive: boolean, wasArchived = false) => ({
  type: "channel_changed",
  channelId,
  nameBefore,
  wasArchived,
  change: { isRecentlyActive },
});

test("a channel without messages for half a year becomes inactive, once", async () => {
  const { old, past, mark, eventsOf } = await realm();
  expect(await eventsOf(mark)).toEqual([activity(old, "old", false), activity(past, "past", false, true)]);
  expect(await eventsOf(mark)).toEqual([]);
});

test("the next message makes it active again", async () => {
  const { owner, old, mark, eventsOf } = await realm();
  await mark();
  expect(await eventsOf(() => owner.says(old))).toContainEqual(activity(old, "old", true));
  expect(await eventsOf(() => owner.says(old))).not.toContainEqual(activity(old, "old", true));
  expect(await eventsOf(mark)).toEqual([]);
});

test("a message sent at half a year's distance ages too", async () => {
  const { owner, young, clock, mark, eventsOf } = await realm();
  await owner.says(young);
  clock.advance(179 * day);
  expect(await eventsOf(mark)).not.toContainEqual(activity(young, "young", false));
  clock.advance(2 * day);
  expect(await eventsOf(mark)).toContainEqual(activity(young, "young", false));
});

test("a message that arrives while channels are being marked keeps its channel active", async () => {
  const { owner, old, services, eventsOf } = await realm();
  const { workFinder } = services;
  const quietChannels: typeof workFinder.quietChannels = async (...asked) => {
    const found = await workFinder.quietChannels(...asked);
    await owner.says(old);
    return found;
  };
  const events = await eventsOf(
    markQuietChannels({ ...services, workFinder: { ...workFinder, quietChannels } }),
  );
  expect(events).not.toContainEqual(activity(old, "old", false));
});

test("a stopping server marks no more", async () => {
  const { services, eventsOf } = await realm();
  expect(await eventsOf(() => markQuietChannels(services)(AbortSignal.abort()))).toEqual([]);
});
