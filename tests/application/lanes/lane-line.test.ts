import { LaneLine } from "../../../src/application/lanes/lane-line";
import { LaneTimes } from "../../../src/application/lanes/lane-times";
import { PreparedContent } from "../../../src/application/lanes/prepared-content";
import type { QueuedWork } from "../../../src/application/lanes/queued-work";

const by = (userId: number) => ({ realmId: 1, userId, client: "tests" });
const workOf = (userId: number, since = 0): QueuedWork => ({
  by: by(userId),
  since,
  origin: undefined,
  work: async () => {
    throw new Error("not run here");
  },
  content: new PreparedContent(),
  resolve: () => {},
  reject: () => {},
  isAlone: false,
});

/** Users from 10,000 on are bots of those below. */
const begun = () => {
  const clock = { at: 0 };
  const times = new LaneTimes(
    (_, userId) => userId % 10_000,
    () => clock.at,
  );
  return { clock, times, line: new LaneLine(times, () => clock.at) };
};
const usersOf = (line: LaneLine): readonly (number | null)[] => {
  const users: (number | null)[] = [];
  for (let work = line.take(users.length === 0); work; work = line.take(users.length === 0))
    users.push(work.by.userId);
  return users;
};

test("work is taken in the order of arrival", () => {
  const { line } = begun();
  for (const id of [3, 1, 2, 1]) line.join(workOf(id));
  expect(line.length).toBe(4);
  expect(usersOf(line)).toEqual([3, 1, 2, 1]);
  expect(line.length).toBe(0);
});

test("those whose work took long lately come after the others, the one with the least time first", () => {
  const { line, times } = begun();
  for (const id of [1, 2, 1, 3, 2]) line.join(workOf(id));
  times.charge(by(1), 900, 1);
  times.charge(by(2), 400, 1);
  times.charge(by(3), 100, 1);
  expect(usersOf(line)).toEqual([3, 2, 2, 1, 1]);
});

test("a costly user's bots wait with their owner", () => {
  const { line, times } = begun();
  times.charge(by(1), 900, 1);
  for (const id of [10_001, 20_001, 2]) line.join(workOf(id));
  expect(line.countOf(by(1))).toBe(2);
  expect(usersOf(line)).toEqual([2, 10_001, 20_001]);
});

test("heavy work begins a commit, or waits for the next one", () => {
  const { line, times } = begun();
  times.charge(by(1), 50, 10_000);
  for (const id of [1, 2, 1]) line.join(workOf(id));
  expect(usersOf(line)).toEqual([2]);
  expect(line.take(true)?.by.userId).toBe(1);
  expect(line.take(false)).toBeUndefined();
  expect(line.length).toBe(1);
});

test("one user's work stays in order, when they are costly and when they no longer are", () => {
  const { clock, line, times } = begun();
  times.charge(by(1), 400, 1);
  const [first, second] = [workOf(1), workOf(1)];
  for (const work of [first, workOf(2), second]) line.join(work);
  expect(line.take(true)?.by.userId).toBe(2);
  clock.at = 900;
  expect([line.take(false), line.take(false)]).toEqual([first, second]);
});

test("heavy work that has waited for a second begins every other commit", () => {
  const { clock, line, times } = begun();
  times.charge(by(1), 5000, 50_000);
  clock.at = 500;
  for (const id of [1, 1, 2, 2, 2]) line.join(workOf(id, 500));
  const firsts = () => line.take(true)?.by.userId;
  expect(firsts()).toBe(2);
  clock.at = 1501;
  expect([firsts(), firsts(), firsts(), firsts()]).toEqual([1, 2, 1, 2]);
});

test("work that runs again comes first, behind what already does", () => {
  const { line, times } = begun();
  times.charge(by(1), 900, 10_000);
  const [one, two, three] = [workOf(1), workOf(2), workOf(3)];
  line.join(workOf(4));
  line.putBack([one, two]);
  line.putBack([three], 2);
  expect([...line].map((work) => work.by.userId)).toEqual([1, 2, 3, 4]);
  expect([line.take(true), line.take(false), line.take(false)]).toEqual([one, two, three]);
});

test("counts a user's work, wherever it waits, and clears all", () => {
  const { line, times } = begun();
  times.charge(by(1), 900, 1);
  for (const id of [1, 1, 2]) line.join(workOf(id));
  line.putBack([workOf(1)]);
  expect(line.countOf(by(1))).toBe(3);
  expect(line.clear()).toHaveLength(4);
  expect(line.length).toBe(0);
});

test("work whose author's deliveries took long isn't taken beside others', and first only if there is no other", () => {
  const { line, times } = begun();
  times.chargeDeliveries(by(1), 9000);
  for (const id of [1, 2, 1]) {
    times.arrived(by(id));
    line.join(workOf(id));
  }
  expect(line.pause()).toBe(0);
  expect(usersOf(line)).toEqual([2]);
  expect(line.pause()).toBeGreaterThan(1000);
  expect(line.take(false)).toBeUndefined();
  expect(line.take(true)?.by.userId).toBe(1);
});

test("work that pauses doesn't begin a commit for having waited long", () => {
  const { clock, line, times } = begun();
  line.join(workOf(1));
  clock.at = 1500;
  times.chargeDeliveries(by(1), 9000);
  times.arrived(by(2));
  line.join(workOf(2, clock.at));
  expect(line.take(true)?.by.userId).toBe(2);
});

test("work that runs again doesn't pause", () => {
  const { line, times } = begun();
  times.chargeDeliveries(by(1), 9000);
  times.arrived(by(2));
  line.putBack([workOf(1)]);
  expect(line.pause()).toBe(0);
});

test("work that pauses doesn't hide overdue work behind it", () => {
  const { clock, line, times } = begun();
  times.charge(by(2), 900, 10_000);
  for (const id of [1, 2]) line.join(workOf(id));
  clock.at = 1500;
  times.chargeDeliveries(by(1), 9000);
  times.arrived(by(3));
  line.join(workOf(3, clock.at));
  expect(line.take(true)?.by.userId).toBe(2);
  expect(line.take(true)?.by.userId).toBe(3);
});
