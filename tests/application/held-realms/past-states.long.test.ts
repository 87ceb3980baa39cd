import * as E from "fp-ts/Either";
import { mostUndoLength, mostUndone } from "../../../src/application/held-realms/past-state";
import { PastStates } from "../../../src/application/held-realms/past-states";
import type { EventLog, Undo } from "../../../src/application/ports/events/event-log";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { aRealmState, aUser } from "../../support/builders/entities";

type UndoLog = Pick<EventLog, "prunedUpTo" | "undos">;

/** Each position up to the newest added the user with that number. */
const newestOf = (position: number): RealmState =>
  Array.from({ length: position }, (_, index) => index + 1).reduce(
    (state, id) => apply(state, { type: "user_created", user: aUser({ id }) }),
    aRealmState(),
  );

/** A log whose pages have at most `pageSize` undos of a length, and which notes what was asked of it. */
const logOf = (pageSize: number, length = 100) => {
  const asked: (readonly [after: number, upTo: number])[] = [];
  let reading = 0;
  let mostReading = 0;
  const log: UndoLog = {
    prunedUpTo: async () => 0,
    undos: async (_, after, upTo, limit) => {
      asked.push([after, upTo]);
      reading += 1;
      mostReading = Math.max(mostReading, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      const count = Math.max(0, Math.min(upTo - after, pageSize, limit));
      return E.right(
        Array.from({ length: count }, (_, index): Undo => {
          const position = upTo - index;
          return { position, changes: [{ part: "users", id: position, value: null }], length };
        }),
      );
    },
  };
  return { log, asked, mostReading: () => mostReading };
};

const usersOf = (state: RealmState | undefined) => state && [...state.users.keys()];

const setUp = (log: UndoLog) => {
  let now = 0;
  const past = new PastStates(log, { now: () => now }, 1);
  return {
    past,
    wait: (milliseconds: number) => {
      now += milliseconds;
    },
  };
};

test("an old state is reconstructed a page at a time", async () => {
  const { log, asked } = logOf(2);
  const state = await setUp(log).past.at(newestOf(8), 3);
  expect([state?.position, usersOf(state)]).toEqual([3, [1, 2, 3]]);
  expect(asked).toEqual([
    [3, 8],
    [3, 6],
    [3, 4],
    [3, 3],
  ]);
});

test("clients that come back together wait for each other, and read what lies between their positions once", async () => {
  const { log, asked, mostReading } = logOf(100);
  const { past } = setUp(log);
  const newest = newestOf(20);
  const wanted = [12, 10, 12, 10, 11, 15];
  const states = await Promise.all(wanted.map((position) => past.at(newest, position)));
  expect(states.map((state) => [state?.position, state?.users.size])).toEqual(
    wanted.map((position) => [position, position]),
  );
  const read = asked.filter(([after, upTo]) => after < upTo);
  expect(read).toEqual([
    [12, 20],
    [10, 12],
    [11, 12],
    [15, 20],
  ]);
  expect(mostReading()).toBe(1);
});

test("states that nobody needs for a while are released", async () => {
  const { log, asked } = logOf(100);
  const { past, wait } = setUp(log);
  const newest = newestOf(8);
  await past.at(newest, 4);
  const reads = asked.length;
  past.expire();
  await past.at(newest, 4);
  expect(asked).toHaveLength(reads);
  wait(60_000);
  past.expire();
  await past.at(newest, 4);
  expect(asked.length).toBeGreaterThan(reads);
});

test("a failure of the log fails only the request that met it", async () => {
  const { log } = logOf(100);
  let isDown = true;
  const undos: UndoLog["undos"] = async (...asked) => {
    if (isDown) throw new Error("no database");
    return log.undos(...asked);
  };
  const { past } = setUp({ ...log, undos });
  await expect(past.at(newestOf(5), 3)).rejects.toThrow("no database");
  isDown = false;
  expect((await past.at(newestOf(5), 3))?.users.size).toBe(3);
});

test.each([
  ["too many undos", logOf(1000, 0).log, mostUndone + 1],
  ["undos that are too long", logOf(1, mostUndoLength / 2).log, 3],
])("there is no state behind %s", async (_, log, undone) => {
  expect(await setUp(log).past.at(newestOf(undone + 1), 1)).toBeUndefined();
});

test("there is no state if the log's oldest undos are pruned while it is read", async () => {
  const { log } = logOf(2);
  let prunedUpTo = 0;
  const undos: UndoLog["undos"] = async (...asked) => {
    prunedUpTo = 4;
    return log.undos(...asked);
  };
  expect(await setUp({ undos, prunedUpTo: async () => prunedUpTo }).past.at(newestOf(8), 3)).toBeUndefined();
});
