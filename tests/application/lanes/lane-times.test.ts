import { LaneTimes } from "../../../src/application/lanes/lane-times";

const by = (userId: number | null, realmId = 1) => ({ realmId, userId, client: "tests" });
const visitor = (remoteAddress: string) => ({ ...by(null), remoteAddress });

/** Users from 10,000 on are bots of those below. */
const begun = () => {
  const clock = { at: 1000 };
  return {
    clock,
    times: new LaneTimes(
      (_, userId) => userId % 10_000,
      () => clock.at,
    ),
  };
};

test("what a user's work took is forgotten by half every two seconds", () => {
  const { clock, times } = begun();
  times.charge(by(1), 400, 1);
  expect(times.spentBy(by(1))).toBe(400);
  clock.at += 2000;
  expect(times.spentBy(by(1))).toBeCloseTo(200);
  times.charge(by(1), 50, 1);
  expect(times.spentBy(by(1))).toBeCloseTo(250);
  clock.at += 4000;
  expect(times.spentBy(by(1))).toBeCloseTo(62.5);
});

test("each user of each realm has their own time, and each visitor by address", () => {
  const { times } = begun();
  times.charge(by(1), 400, 1);
  times.charge(visitor("192.0.2.1"), 400, 1);
  for (const one of [by(1), visitor("192.0.2.1")]) expect(times.isCostly(one)).toBe(true);
  for (const other of [by(2), by(null), by(1, 2), visitor("192.0.2.2")])
    expect(times.isCostly(other)).toBe(false);
});

test("bots' work counts for their owner", () => {
  const { times } = begun();
  for (const bot of [10_001, 20_001, 30_001]) times.charge(by(bot), 150, 1);
  expect([1, 10_001, 40_001].map((id) => times.isCostly(by(id)))).toEqual([true, true, true]);
  expect(times.isCostly(by(2))).toBe(false);
});

test("the server's own work never waits for others'", () => {
  const { times } = begun();
  times.charge(by(null), 9000, 10_000);
  expect([times.isCostly(by(null)), times.isHeavy(by(null)), times.excessOf(by(null), 99)]).toEqual([
    false,
    false,
    0,
  ]);
});

test("how heavy a user's work is fades with time", () => {
  const { clock, times } = begun();
  times.charge(by(1), 100, 10_000);
  expect(times.isHeavy(by(1))).toBe(true);
  clock.at += 6000;
  expect(times.isHeavy(by(1))).toBe(false);
});

test("much small work makes a user costly but not heavy, and large work both, for the next piece", () => {
  const { times } = begun();
  for (let count = 0; count < 400; count += 1) times.charge(by(1), 1, 3);
  expect([times.isCostly(by(1)), times.isHeavy(by(1))]).toEqual([true, false]);
  times.charge(by(2), 10, 10_000);
  expect([times.isCostly(by(2)), times.isHeavy(by(2))]).toEqual([true, true]);
  for (let count = 0; count < 9; count += 1) times.charge(by(2), 1, 3);
  expect([times.isCostly(by(2)), times.isHeavy(by(2))]).toEqual([false, false]);
});

test("a user's work may wait for as long as it takes half a second", () => {
  const { times } = begun();
  for (let count = 0; count < 20; count += 1) times.charge(by(1), 100, 10_000);
  expect(times.excessOf(by(1), 5)).toBe(0);
  expect(times.excessOf(by(1), 6)).toBeCloseTo(600, -1);
  for (let count = 0; count < 1000; count += 1) times.charge(by(2), 1, 3);
  expect(times.excessOf(by(2), 100)).toBe(0);
  expect(times.excessOf(by(3), 1000)).toBe(0);
});

test("work that writes nothing doesn't change how heavy a user's work is", () => {
  const { times } = begun();
  times.charge(by(1), 100, 10_000);
  for (let count = 0; count < 50; count += 1) times.charge(by(1), 0.1, 0);
  expect(times.isHeavy(by(1))).toBe(true);
});

test("remembers only users whose work took time lately", () => {
  const { clock, times } = begun();
  for (let id = 0; id < 5000; id += 1) {
    times.charge(by(id), 5, 1);
    clock.at += 100;
  }
  expect(times.known).toBeLessThan(1100);
});

test("deliveries of a user's changes pause their work while others ask for changes, until the deliveries are far enough back", () => {
  const { clock, times } = begun();
  times.arrived(by(2));
  times.chargeDeliveries(by(1), 1400);
  expect(times.pauseOf(by(1))).toBe(0);
  times.chargeDeliveries(by(10_001), 1400 * 2 ** 0.4 - 1400);
  for (const id of [1, 10_001]) expect(times.pauseOf(by(id))).toBeCloseTo(800);
  expect(times.pauseOf(by(2))).toBe(0);
  clock.at += 500;
  expect(times.pauseOf(by(1))).toBeCloseTo(300);
  clock.at += 301;
  expect(times.pauseOf(by(1))).toBe(0);
});

test("however long deliveries take, work pauses for little more than a second", () => {
  const { clock, times } = begun();
  times.arrived(by(2));
  times.chargeDeliveries(by(1), 1_000_000);
  expect(times.pauseOf(by(1))).toBeGreaterThan(1000);
  clock.at += 500;
  times.arrived(by(2));
  clock.at += 550;
  expect(times.pauseOf(by(1))).toBe(0);
});

test("nothing pauses the work of a user while nobody else asks for changes", () => {
  const { clock, times } = begun();
  times.chargeDeliveries(by(1), 9000);
  times.arrived(by(1));
  expect(times.pauseOf(by(1))).toBe(0);
  times.arrived(by(2));
  times.arrived(by(1));
  times.arrived(by(10_001));
  expect(times.pauseOf(by(1))).toBeGreaterThan(0);
  clock.at += 1001;
  expect(times.pauseOf(by(1))).toBe(0);
});

test("deliveries of the server's own changes pause nothing", () => {
  const { times } = begun();
  times.arrived(by(1));
  times.chargeDeliveries(by(null), 9000);
  expect(times.pauseOf(by(null))).toBe(0);
});
