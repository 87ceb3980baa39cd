import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { isLostConnection } from "../../../src/adapters/persistence/knex/database/lost-connection";
import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { secretSeals } from "../../../src/adapters/security/seals";
import { systemClock } from "../../../src/adapters/system/clock";
import type { RealmOwnership } from "../../../src/adapters/wakeup/realm-ownership";
import { proxyTo } from "../../support/storage/database-proxy";
import { createTestDatabase } from "../../support/storage/test-database";

test("a lock whose connection is lost as its transaction begins fails as a lost connection", async () => {
  const database = await createTestDatabase();
  const door = await proxyTo(database.connection);
  const db = openDatabase(door.connection, { poolSize: 1 });
  const ownership: RealmOwnership = { acquire: async () => ({ kind: "unanswered" }), release: () => {} };
  const store = knexEventStore(db, systemClock, secretSeals("a secret of nobody"), ownership);
  await db.raw("SELECT 1");
  const goOn = door.silence();
  const isLost = store.begin(1, 0).then(() => "it began", isLostConnection);
  await new Promise((next) => setImmediate(next));
  door.cut("asking");
  goOn();
  expect(await isLost).toBe(true);
  await db.destroy();
  await door.close();
  await database.destroy();
});
