import { setTimeout as sleep } from "node:timers/promises";
import type { Knex } from "knex";
import { postgresWakeup } from "../../src/adapters/wakeup/postgres";
import type { Wakeup, WakeupListener } from "../../src/application/ports/wakeup";
import type { Signal } from "../../src/domain/signal";
import { doorTo } from "../support/database-door";
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

/** A listener that only takes what the test names. */
const hearing = (more: Partial<WakeupListener> = {}): WakeupListener => ({
  grown: () => {},
  signalled: () => {},
  connected: () => {},
  ...more,
});

const until = async (condition: () => boolean, milliseconds = 5000): Promise<void> => {
  for (const end = Date.now() + milliseconds; !condition() && Date.now() < end; ) await sleep(10);
  expect(condition()).toBe(true);
};

describe.each(adapters)("wakeup %s", (_name, open) => {
  test("tells the newest positions, and every signal", async () => {
    const [here, there] = open();
    const grown = new Map<number, number>();
    const heard: Signal[] = [];
    const listening = await there.listen(
      hearing({
        grown: (realmId, position) => grown.set(realmId, position),
        signalled: (realmId, one) => {
          if (realmId === 1) heard.push(one);
        },
      }),
    );
    const own = await here.listen(hearing());
    here.announce(1, 5);
    here.announce(2, 7);
    here.announce(1, 6);
    const signals = Array.from({ length: 100 }, (_, index) => signal(index));
    for (const one of signals) here.signal(1, one);
    await own.close();
    await until(() => heard.length >= 100);
    expect(heard).toEqual(signals);
    expect(grown).toEqual(
      new Map([
        [1, 6],
        [2, 7],
      ]),
    );
    await listening.close();
  });

  test("says when it begins to hear", async () => {
    const [, there] = open();
    let connections = 0;
    const listening = await there.listen(hearing({ connected: () => (connections += 1) }));
    expect(connections).toBe(1);
    await listening.close();
  });
});

describe("wakeup over PostgreSQL", () => {
  const opened: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close();
  });

  /** One end that tells and one that listens; errors of either are collected. */
  const twoEnds = async (db = database.db, connection = database.connection) => {
    const errors: unknown[] = [];
    const grown = new Map<number, number>();
    const heard: Signal[] = [];
    let connections = 0;
    const onError = (error: unknown) => errors.push(error);
    const here = postgresWakeup(db, database.connection, onError);
    const there = postgresWakeup(database.db, connection, onError);
    opened.push(await here.listen(hearing()));
    opened.push(
      await there.listen(
        hearing({
          grown: (realmId, position) => grown.set(realmId, position),
          signalled: (_, one) => heard.push(one),
          connected: () => (connections += 1),
        }),
      ),
    );
    return { here, errors, grown, heard, connections: () => connections };
  };

  const endListeners = () =>
    database.db.raw(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND query ~ '^(LISTEN|SELECT 1$)'`,
    );

  test("a process doesn't hear itself", async () => {
    const wakeup = postgresWakeup(database.db, database.connection, fail);
    const heard: number[] = [];
    const other = postgresWakeup(database.db, database.connection, fail);
    const take = (realmId: number) => heard.push(realmId);
    const listening = await wakeup.listen(hearing({ grown: take, signalled: take }));
    wakeup.signal(1, signal(1));
    wakeup.announce(2, 1);
    await sleep(50);
    other.announce(3, 1);
    await until(() => heard.length > 0);
    expect(heard).toEqual([3]);
    await listening.close();
  });

  test("announcements of more realms than one notification holds are all heard", async () => {
    const { here, grown, errors } = await twoEnds();
    for (let realmId = 1; realmId <= 3000; realmId += 1) here.announce(realmId, 1_000_000 + realmId);
    await until(() => grown.size === 3000);
    expect(grown.get(3000)).toBe(1_003_000);
    expect(errors).toEqual([]);
  });

  test("a signal too large for a notification is refused, and those beside it are heard", async () => {
    const { here, heard, grown, errors } = await twoEnds();
    const huge: Signal = {
      ...{ type: "typing", op: "start", userId: 1 },
      place: { kind: "direct", participants: Array.from({ length: 4000 }, (_, index) => index) },
    };
    here.signal(1, signal(1));
    here.signal(1, huge);
    here.signal(1, signal(2));
    here.announce(1, 5);
    await until(() => heard.length === 2 && grown.size === 1);
    expect(heard).toEqual([signal(1), signal(2)]);
    expect(errors).toEqual([new Error("A signal of realm 1 is too large for a notification: typing")]);
  });

  test("a notification that fails is sent again, with the newest positions", async () => {
    let isDown = true;
    const raw = (...given: Parameters<Knex["raw"]>) =>
      isDown
        ? { timeout: () => Promise.reject(new Error("the database is down")) }
        : database.db.raw(...given);
    const { here, grown, heard, errors } = await twoEnds({ raw } as unknown as Knex);
    here.announce(1, 5);
    here.announce(2, 1);
    here.signal(1, signal(1));
    await until(() => errors.length > 0);
    here.announce(1, 6);
    here.signal(1, signal(2));
    isDown = false;
    await until(() => heard.length === 2);
    expect(heard).toEqual([signal(1), signal(2)]);
    expect(grown).toEqual(
      new Map([
        [1, 6],
        [2, 1],
      ]),
    );
  });

  test("a listening connection that was ended is made again, and says that hints may be lost", async () => {
    const { here, grown, connections } = await twoEnds();
    await endListeners();
    await until(() => connections() === 2);
    here.announce(1, 9);
    await until(() => grown.get(1) === 9);
  });

  test("a database that is away for a while is listened to again when it is back", async () => {
    const door = await doorTo(database.connection);
    const { here, grown, connections, errors } = await twoEnds(database.db, door.connection);
    door.shut();
    await until(() => errors.length >= 3);
    door.open();
    await until(() => connections() === 2);
    here.announce(1, 9);
    await until(() => grown.get(1) === 9);
    await door.close();
  });

  test("a connection whose other end has fallen silent is noticed within seconds", async () => {
    const door = await doorTo(database.connection);
    const { here, grown, connections } = await twoEnds(database.db, door.connection);
    door.hush();
    here.announce(1, 9);
    await until(() => connections() === 2, 8000);
    expect(grown.size).toBe(0);
    here.announce(1, 10);
    await until(() => grown.get(1) === 10);
    await door.close();
  });

  test("what isn't ours on the topic is passed over", async () => {
    const { here, grown, heard, errors } = await twoEnds();
    const strange = { type: "invented_later", userId: 1 };
    const news = {
      from: "another",
      grown: [],
      signals: [
        [1, strange],
        [1, signal(3)],
      ],
    };
    for (const payload of [
      "",
      "{",
      "[]",
      `{"from":"x","grown":[["a",1]],"signals":[]}`,
      JSON.stringify(news),
    ])
      await database.db.raw("SELECT pg_notify('parley_log', ?)", [payload]);
    here.announce(1, 2);
    await until(() => grown.get(1) === 2);
    expect(heard).toEqual([signal(3)]);
    expect(errors).toEqual([]);
  });
});
