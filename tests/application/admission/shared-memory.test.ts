import { FairTurns } from "../../../src/application/admission/fair-turns";
import { SharedMemory } from "../../../src/application/admission/shared-memory";
import type { Requester } from "../../../src/application/ports/system/requester";
import fc from "../../support/random/fast-check";

const settled = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
const from = (user: string): Requester => ({ realm: "a", user });
const plenty = { running: 100, runningEach: 100, waiting: 100, waitingEach: 100 };

/** Kinds of work with turns of different shares, on a memory of 100 MiB. */
const open = (shares: Readonly<Record<string, number>>, urgent = "") => {
  const memory = new SharedMemory(100);
  const kinds = new Map(
    Object.entries(shares).map(([kind, mebibytes]) => [
      kind,
      new FairTurns({ ...plenty, mebibytes, isUrgent: kind === urgent }, { memory }),
    ]),
  );
  const running: { readonly name: string; readonly leave: () => void }[] = [];
  const begun: string[] = [];
  const enter = (kind: string, name = kind) => {
    const begin = () => {
      begun.push(name);
      running.push({ name, leave: () => turn?.leave() });
    };
    const turn = kinds.get(kind)?.enter(from(name), (isAdmitted) => isAdmitted && begin());
    if (turn?.state === "running") begin();
    return { giveUp: () => turn?.leave() };
  };
  const end = async (name: string): Promise<void> => {
    const [one] = running.splice(
      running.findIndex((turn) => turn.name === name),
      1,
    );
    one?.leave();
    await settled();
  };
  return { kinds, begun, running, enter, end };
};

test("turns of different kinds take no more memory together than there is", async () => {
  const { begun, enter, end } = open({ page: 60, picture: 30 });
  for (const kind of ["page", "picture", "page", "picture"]) enter(kind);
  expect(begun).toEqual(["page", "picture"]);
  await end("page");
  expect(begun).toEqual(["page", "picture", "page"]);
  await end("picture");
  expect(begun).toEqual(["page", "picture", "page", "picture"]);
});

test("small shares don't starve a large one, and continue beside it once it runs", async () => {
  const { begun, enter, end } = open({ large: 80, small: 20 });
  for (const name of ["1", "2", "3"]) enter("small", name);
  enter("large");
  for (const name of ["4", "5"]) enter("small", name);
  await end("1");
  await end("2");
  // There is room for another small one, but only for one beside the large one.
  expect(begun).toEqual(["1", "2", "3", "large"]);
  await end("3");
  expect(begun).toEqual(["1", "2", "3", "large", "4"]);
  await end("large");
  expect(begun).toEqual(["1", "2", "3", "large", "4", "5"]);
});

test("an urgent share doesn't wait for a large one that waits", async () => {
  const { begun, enter } = open({ large: 80, small: 30, login: 20 }, "login");
  for (const kind of ["small", "large", "small", "login", "login", "login"]) enter(kind);
  expect(begun).toEqual(["small", "login", "login", "login"]);
});

test("kinds take turns at memory, however much of one kind waits", async () => {
  const { begun, enter, end } = open({ flood: 60, page: 60 });
  for (let count = 0; count < 5; count += 1) enter("flood", `flood ${count}`);
  for (let count = 0; count < 2; count += 1) enter("page", `page ${count}`);
  for (let count = 0; count < 4; count += 1) await end(begun.at(-1) ?? "");
  expect(begun).toEqual(["flood 0", "flood 1", "page 0", "flood 2", "page 1"]);
});

test("memory isn't reserved for a request that has given up", async () => {
  const { begun, enter } = open({ large: 80, small: 40 });
  enter("small", "1");
  const { giveUp } = enter("large");
  enter("small", "2");
  expect(begun).toEqual(["1"]);
  giveUp();
  await settled();
  expect(begun).toEqual(["1", "2"]);
});

test("a kind in line that starts nothing when its turn comes doesn't keep the others waiting", () => {
  const memory = new SharedMemory(10);
  const served: string[] = [];
  const first = { share: 6, isUrgent: false, startNext: () => {} };
  const idle = {
    ...first,
    startNext: () => {
      if (served.push("idle") > 5) throw new Error("It is asked for ever");
    },
  };
  const last = { ...first, share: 4, startNext: () => void (memory.take(last) && served.push("last")) };
  expect([first, idle, last].map((sharer) => memory.take(sharer))).toEqual([true, false, false]);
  memory.giveBack(first);
  expect(served).toEqual(["idle", "last"]);
  expect(memory.take(first)).toBe(true);
});

test("whatever comes and goes, memory is never exceeded, and nobody waits while there is room for all", async () => {
  const shares = { small: 10, medium: 35, large: 90 } as const;
  const kind = fc.constantFrom(...(Object.keys(shares) as (keyof typeof shares)[]));
  const step = fc.oneof(
    fc.record({ do: fc.constant("enter" as const), kind }),
    fc.record({ do: fc.constantFrom("end" as const, "give up" as const), index: fc.nat(50) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const { kinds, running, enter, end } = open(shares);
      const used = () => running.reduce((sum, { name }) => sum + shares[name as keyof typeof shares], 0);
      const entered: { giveUp: () => void }[] = [];
      for (const one of steps) {
        if (one.do === "enter") entered.push(enter(one.kind));
        else if (one.do === "end" && running.length > 0)
          await end(running[one.index % running.length]?.name ?? "");
        await settled();
        expect(used()).toBeLessThanOrEqual(100);
        const waiting = [...kinds.values()].reduce((sum, turns) => sum + turns.load.waiting, 0);
        if (running.length === 0) expect(waiting).toBe(0);
      }
      while (running.length > 0) await end(running[0]?.name ?? "");
      expect([...kinds.values()].map(({ load }) => load)).toEqual(
        Object.keys(shares).map(() => ({ running: 0, waiting: 0, known: 0 })),
      );
    }),
  );
});
