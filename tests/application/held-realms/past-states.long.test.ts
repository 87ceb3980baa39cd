import * as E from "fp-ts/Either";
import { mostUndoLength, mostUndone } from "../../../src/application/held-realms/past-state";
import { notedEvery, PastStates } from "../../../src/application/held-realms/past-states";
import type { EventLog, Undo } from "../../../src/application/ports/events/event-log";
import { apply } from "../../../src/domain/state/apply";
import type { RealmState } from "../../../src/domain/state/realm-state";
import { aMessageSent, aRealmState, aUser } from "../../support/builders/entities";

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
  expect(await setUp(log).past.at(newestOf(1).at(undone + 1), 1)).toBeUndefined();
});

test("undos are read in pages of two hundred, between which other requests run", async () => {
  const { log } = logOf(1000);
  const sizes: number[] = [];
  const undos: UndoLog["undos"] = async (...asked) => {
    const page = await log.undos(...asked);
    sizes.push(E.isRight(page) ? page.right.length : 0);
    return page;
  };
  await setUp({ ...log, undos }).past.at(newestOf(1000), 1);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(999);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
});

/** Follows the log from a state while one user changes their status. */
const changeStatus = (past: PastStates, from: RealmState, times: number): RealmState => {
  let before = from;
  for (let time = 0; time < times; time += 1) {
    const event = { type: "user_status_changed", userId: 1, change: { text: `${before.position}` } } as const;
    const step = { position: before.position + 1, before, event, after: apply(before, event) };
    past.follow(step);
    before = step.after;
  }
  return before;
};

test("ten minutes of one user's changes are taken back one by one after a restart", async () => {
  const { log } = logOf(1000);
  expect((await setUp(log).past.at(newestOf(1).at(20_001), 1))?.position).toBe(1);
});

test("ten minutes of one user's changes are few to take back while this process follows the log", async () => {
  const asked: (readonly [after: number, upTo: number])[] = [];
  const undos: UndoLog["undos"] = async (_, after, upTo) => {
    asked.push([after, upTo]);
    return E.right([]);
  };
  const { past } = setUp({ prunedUpTo: async () => 0, undos });
  const newest = changeStatus(past, newestOf(1), 20_000);
  expect((await past.at(newest, 100))?.position).toBe(100);
  expect(asked).toEqual([[100, 2501]]);
});

test("noted states are bounded, and events that change no state don't use them up", async () => {
  const { log, asked } = logOf(1000);
  const { past } = setUp(log);
  const first = newestOf(1);
  const newest = changeStatus(past, first, 20 * notedEvery);
  for (let position = newest.position; position < newest.position + 50_000; position += 1)
    past.follow({ position, before: newest, event: aMessageSent(), after: newest.at(position + 1) });
  const oldestNoted = first.position + 5 * notedEvery;
  await past.at(newest, oldestNoted - 10);
  expect(asked[0]).toEqual([oldestNoted - 10, oldestNoted]);
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
