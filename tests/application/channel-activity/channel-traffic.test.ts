import { ChannelTraffic } from "../../../src/application/channel-activity/channel-traffic";
import { fetchChannel } from "../../../src/application/channels/fetch-channel";
import { aMoment, fixedClock } from "../../support/application/fakes";
import { memoryRealm } from "../../support/application/memory-realm";

const hour = 3_600_000;
/** Traffic over a reader that answers when the test lets it. */
const counting = () => {
  const clock = fixedClock();
  const asked: ((count: number) => void)[] = [];
  const countsSince = () =>
    new Promise<ReadonlyMap<number, number>>((resolve) => {
      asked.push((count) => resolve(new Map([[7, count]])));
    });
  const traffic = new ChannelTraffic({ messages: { countsSince } as never, clock });
  const count = async (realmId = 1) => (await traffic.recentCounts(realmId)).get(7);
  return { clock, asked, count };
};

test("simultaneous callers share one count, which is fresh for six hours", async () => {
  const { clock, asked, count } = counting();
  const both = Promise.all([count(), count()]);
  asked[0]?.(3);
  expect(await both).toEqual([3, 3]);
  clock.advance(6 * hour - 1);
  expect([await count(), asked.length]).toEqual([3, 1]);
});

test("a stale count is still the answer while a new one is made", async () => {
  const { clock, asked, count } = counting();
  const first = count();
  asked[0]?.(3);
  await first;
  clock.advance(6 * hour);
  expect([await count(), await count(), asked.length]).toEqual([3, 3, 2]);
  asked[1]?.(4);
  await new Promise(setImmediate);
  expect(await count()).toBe(4);
});

test("a thousand realms have a count, and the one counted longest ago makes room for the next", async () => {
  const { asked, count } = counting();
  const countFirst = async (realmId: number) => {
    const counted = count(realmId);
    asked.at(-1)?.(realmId);
    await counted;
  };
  for (let realmId = 1; realmId <= 1001; realmId += 1) await countFirst(realmId);
  expect([await count(2), await count(1001), asked.length]).toEqual([2, 1001, 1001]);
  await countFirst(1);
  expect(asked).toHaveLength(1002);
});

test("a channel's weekly traffic is unknown while it is young", async () => {
  const { owner, ben, old, young } = await memoryRealm({
    people: { ben: "member" },
    channels: { old: { createdAt: aMoment - 60 * 24 * hour, of: ["owner"] }, young: { of: ["owner"] } },
  });
  for (const id of [old, young]) for (let sent = 0; sent < 8; sent += 1) await owner.says(id);
  expect((await ben.does(fetchChannel, old)).activity.weeklyTraffic).toBeGreaterThan(0);
  expect((await ben.does(fetchChannel, young)).activity.weeklyTraffic).toBeNull();
});
