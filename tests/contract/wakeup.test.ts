import { postgresWakeup } from "../../src/adapters/wakeup/postgres";
import type { Wakeup } from "../../src/application/ports/wakeup";
import type { Signal } from "../../src/domain/signal";
import { localWakeup } from "../support/fakes";
import { createTestDatabase, type TestDatabase } from "../support/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const signal = (userId: number): Signal => ({
  ...{ type: "presence_changed", userId, isArrival: true },
  presence: { activeAt: userId, idleAt: 2 },
});

const fail = (error: unknown) => {
  throw error;
};

/** Two ends: what the first tells, the second hears. */
const adapters: readonly [string, () => readonly [Wakeup, Wakeup]][] = [
  [
    "in one process",
    () => {
      const wakeup = localWakeup();
      return [wakeup, wakeup];
    },
  ],
  [
    "over PostgreSQL",
    () => [
      postgresWakeup(database.db, database.connection, fail),
      postgresWakeup(database.db, database.connection, fail),
    ],
  ],
];

describe.each(adapters)("wakeup %s", (_name, open) => {
  test("tells the newest positions, and every signal", async () => {
    const [here, there] = open();
    const grown = new Map<number, number>();
    const heard: Signal[] = [];
    const listening = await there.listen({
      grown: (realmId, position) => grown.set(realmId, position),
      signalled: (realmId, one) => {
        if (realmId === 1) heard.push(one);
      },
    });
    const own = await here.listen({ grown: () => {}, signalled: () => {} });
    here.announce(1, 5);
    here.announce(2, 7);
    here.announce(1, 6);
    const signals = Array.from({ length: 100 }, (_, index) => signal(index));
    for (const one of signals) here.signal(1, one);
    await own.close();
    for (let attempt = 0; attempt < 100 && heard.length < 100; attempt += 1)
      await new Promise((resolve) => setTimeout(resolve, 10));
    expect(heard).toEqual(signals);
    expect(grown).toEqual(
      new Map([
        [1, 6],
        [2, 7],
      ]),
    );
    await listening.close();
  });
});

test("a process over PostgreSQL doesn't hear itself", async () => {
  const wakeup = postgresWakeup(database.db, database.connection, fail);
  const heard: number[] = [];
  const other = postgresWakeup(database.db, database.connection, fail);
  const listening = await wakeup.listen({
    grown: (realmId) => heard.push(realmId),
    signalled: (realmId) => heard.push(realmId),
  });
  wakeup.signal(1, signal(1));
  wakeup.announce(2, 1);
  await new Promise((resolve) => setTimeout(resolve, 50));
  other.announce(3, 1);
  for (let attempt = 0; attempt < 100 && heard.length === 0; attempt += 1)
    await new Promise((resolve) => setTimeout(resolve, 10));
  expect(heard).toEqual([3]);
  await listening.close();
});
