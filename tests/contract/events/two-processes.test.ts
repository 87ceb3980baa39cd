import * as E from "fp-ts/Either";
import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { knexEventLog } from "../../../src/adapters/persistence/knex/events/event-log";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexRealmSnapshots } from "../../../src/adapters/persistence/knex/events/realm-snapshots";
import { busWakeup } from "../../../src/adapters/wakeup/bus-wakeup";
import { RealmDirectory } from "../../../src/application/held-realms/realm-directory";
import type { CommitSlot } from "../../../src/application/ports/events/event-store";
import { fixedClock, reversingSeals } from "../../support/application/fakes";
import { aProcess, join, send } from "../../support/application/lanes";
import { memoryEngine } from "../../support/application/memory-bus";
import { createRealm, eventsAfter } from "../../support/storage/commits";
import { knexPersistence } from "../../support/storage/knex-persistence";
import { failOn } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

test("two processes on one PostgreSQL put their changes in one order and see each other's", async () => {
  const second = openDatabase(database.connection);
  const persistence = knexPersistence(database.db);
  const { id: realmId } = await createRealm(persistence.eventStore);
  const processes = [aProcess(persistence), aProcess(knexPersistence(second))];
  const outcomes = await Promise.all(
    upTo(60).flatMap((number) =>
      processes.map(({ inTransaction }, index) =>
        number % 6 === 0
          ? inTransaction(realmId, join(`person${number}@process${index}.org`))
          : inTransaction(realmId, send(`${number}`)),
      ),
    ),
  );
  expect(outcomes.filter(({ _tag }) => _tag === "Left")).toEqual([]);
  const logged = await eventsAfter(persistence.eventLog, realmId, 1, 1000);
  expect(logged.map(({ position }) => position)).toEqual(upTo(120).map((number) => number + 1));
  const sent = logged.flatMap(({ event }) => (event.type === "message_sent" ? [event.message.id] : []));
  expect(sent).toEqual(upTo(100));
  for (const { inTransaction } of processes)
    expect(await inTransaction(realmId, async (tx) => E.right(tx.state.users.size))).toEqual(E.right(20));
  await second.destroy();
});

test("processes on one bus take turns: once they know each other, no decision is wasted", async () => {
  const second = openDatabase(database.connection);
  const { id: realmId } = await createRealm(knexPersistence(database.db).eventStore);
  const engine = memoryEngine();
  const ignoreAll = { grown: () => {}, signalled: () => {}, connected: () => {} };
  const opened = await Promise.all(
    [database.db, second].map(async (db) => {
      const clock = fixedClock();
      const { wakeup, ownership } = busWakeup(engine(), { clock, seals: reversingSeals, onError: failOn });
      const listening = await wakeup.listen(ignoreAll);
      const persistence = {
        ...knexPersistence(db),
        eventStore: knexEventStore(db, clock, reversingSeals, ownership),
      };
      const announcing = (slot: CommitSlot): Partial<CommitSlot> => ({
        append: async (commit) => {
          const appended = await slot.append(commit);
          if (E.isRight(appended)) wakeup.announce(realmId, commit.head.position, commit.events);
          return appended;
        },
      });
      return { ...aProcess(persistence, announcing), listening };
    }),
  );
  const [first, other] = opened as [(typeof opened)[0], (typeof opened)[0]];
  await first.inTransaction(realmId, send("so that the other knows the first"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const sendMany = async ({ inTransaction }: typeof first): Promise<void> => {
    for (const number of upTo(40))
      await Promise.all([1, 2, 3].map(() => inTransaction(realmId, send(`${number}`))));
  };
  await Promise.all([sendMany(first), sendMany(other)]);
  for (const { counts } of opened) expect(counts.begun).toBe(counts.committed);
  expect(first.counts.committed + other.counts.committed).toBeGreaterThan(60);
  for (const { listening } of opened) await listening.close();
  await second.destroy();
});

test("a directory with its own connections serves requests while others hold all the rest", async () => {
  const own = openDatabase(database.connection, { poolSize: 2 });
  const persistence = knexPersistence(database.db);
  const { eventStore, snapshots } = persistence;
  const { id } = await createRealm(eventStore);
  const directory = new RealmDirectory({
    ...persistence,
    snapshots: knexRealmSnapshots(own),
    eventLog: knexEventLog(own),
  });
  const looks = upTo(25).map(() => snapshots.view(id, ({ position }) => directory.at(id, position)));
  expect(new Set((await Promise.all(looks)).map((state) => state?.realm.id))).toEqual(new Set([id]));
  await own.destroy();
});

test("a change that loses its connection at COMMIT counts as failed, and another takes its position", async () => {
  const persistence = knexPersistence(database.db);
  const { id: realmId } = await createRealm(persistence.eventStore);
  const { inTransaction, directory } = aProcess(persistence);
  await inTransaction(realmId, join("first@process.org"));
  await database.db.raw(`
    CREATE FUNCTION end_connection() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER lost AFTER INSERT ON users DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION end_connection()`);
  await expect(inTransaction(realmId, join("lost@process.org"))).rejects.toThrow(/terminat/);
  expect(directory.positionOf(realmId)).toBe(2);
  const beside = openDatabase(database.connection, { poolSize: 1 });
  await beside.raw("DROP TRIGGER lost ON users");
  await beside.destroy();
  await inTransaction(realmId, join("second@process.org"));
  const emails = [...(await directory.newest(realmId)).users.values()].map(({ email }) => email);
  expect(emails).toEqual(["first@process.org", "second@process.org"]);
  expect((await eventsAfter(persistence.eventLog, realmId, 1, 10)).map(({ position }) => position)).toEqual([
    2, 3,
  ]);
});
