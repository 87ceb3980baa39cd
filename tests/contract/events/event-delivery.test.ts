import { knexPersistence } from "../../support/storage/knex-persistence";
import { memoryPersistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { eventDeliveryContract } from "./event-delivery.contract";
import { exactDeliveryContract } from "./exact-delivery.contract";

describe("in memory", () => {
  eventDeliveryContract(memoryPersistence, { histories: 40, hasLongLogs: true });
  exactDeliveryContract(memoryPersistence, 40);
});

describe("on PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.destroy());

  eventDeliveryContract(() => knexPersistence(database.db), { histories: 6, hasLongLogs: false });
  exactDeliveryContract(() => knexPersistence(database.db), 6);
});
