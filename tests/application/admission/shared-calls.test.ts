import { SharedCalls } from "../../../src/application/admission/shared-calls";
import { fixedClock } from "../../support/application/fakes";

/** Nodes on one store, each with the counts it received of calls at the others. */
const nodes = (count: number) => {
  const clock = fixedClock();
  const stored = new Map<string, number>();
  const asked: number[] = [];
  let isAway = false;
  const sharedCounts = {
    add: async (counts: ReadonlyMap<string, number>) => {
      if (isAway) throw new Error("away");
      asked.push(counts.size);
      for (const [name, more] of counts) stored.set(name, (stored.get(name) ?? 0) + more);
      return new Map([...counts.keys()].map((name) => [name, stored.get(name) ?? 0]));
    },
  };
  const all = Array.from({ length: count }, () => {
    const calls = new SharedCalls({ sharedCounts, clock });
    const others = new Map<string, number>();
    calls.onOthers((caller, more) => others.set(caller, (others.get(caller) ?? 0) + more));
    return { calls, others };
  });
  const [one, two] = all;
  if (!one || !two) throw new Error("There must be two");
  return { clock, asked, one, two, leave: (away: boolean) => (isAway = away) };
};

const times = (count: number, work: () => void) => {
  for (let done = 0; done < count; done += 1) work();
};

test("each node learns how often its callers called elsewhere, and counts each call once", async () => {
  const { one, two } = nodes(2);
  times(3, () => one.calls.count("ann"));
  await one.calls.exchange();
  expect(one.others).toEqual(new Map());
  times(2, () => two.calls.count("ann"));
  two.calls.count("ben");
  await two.calls.exchange();
  expect(two.others).toEqual(new Map([["ann", 3]]));
  one.calls.count("ann");
  await one.calls.exchange();
  expect(one.others).toEqual(new Map([["ann", 2]]));
  one.calls.count("ann");
  await one.calls.exchange();
  expect(one.others).toEqual(new Map([["ann", 2]]));
});

test("nothing is exchanged while nobody calls", async () => {
  const { one, asked } = nodes(2);
  await one.calls.exchange();
  one.calls.count("ann");
  await one.calls.exchange();
  await one.calls.exchange();
  expect(asked).toEqual([1]);
});

test("a new minute starts from zero", async () => {
  const { one, two, clock } = nodes(2);
  one.calls.count("ann");
  await one.calls.exchange();
  clock.advance(60_000);
  two.calls.count("ann");
  await two.calls.exchange();
  expect(two.others).toEqual(new Map());
});

test("calls during an exchange are part of the next one", async () => {
  const { one, two } = nodes(2);
  one.calls.count("ann");
  const exchanging = one.calls.exchange();
  one.calls.count("ann");
  await exchanging;
  await one.calls.exchange();
  two.calls.count("ann");
  await two.calls.exchange();
  expect(two.others).toEqual(new Map([["ann", 2]]));
  expect(one.others).toEqual(new Map());
});

test("a failed exchange is made up for later", async () => {
  const { one, two, leave } = nodes(2);
  leave(true);
  times(4, () => one.calls.count("ann"));
  await expect(one.calls.exchange()).rejects.toThrow("away");
  leave(false);
  await one.calls.exchange();
  two.calls.count("ann");
  await two.calls.exchange();
  expect(two.others).toEqual(new Map([["ann", 4]]));
});

test("at most 20,000 callers are counted together with other nodes", async () => {
  const { one, asked } = nodes(2);
  for (let caller = 0; caller < 30_000; caller += 1) one.calls.count(`at ${caller}`);
  await one.calls.exchange();
  expect(asked).toEqual([20_000]);
});
