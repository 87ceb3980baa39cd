import { knexSharedClock } from "../../../src/adapters/persistence/knex/database/shared-clock";
import { createTestDatabase } from "../../support/storage/test-database";

test("the shared clock is the database's, to the millisecond", async () => {
  const { db, destroy } = await createTestDatabase();
  const clock = knexSharedClock(db);
  await clock.now();
  const before = Date.now();
  const shared = await clock.now();
  expect(shared).toBeGreaterThanOrEqual(before - 1);
  expect(shared).toBeLessThanOrEqual(Date.now() + 1);
  await destroy();
});
