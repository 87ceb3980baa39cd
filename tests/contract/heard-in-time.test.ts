import { knexPersistence } from "../support/knex-persistence";
import { memoryPersistence } from "../support/persistence";
import { createTestDatabase, type TestDatabase } from "../support/test-database";
import { heardExactlyContract } from "./heard-exactly.contract";
import { heardInTimeContract } from "./heard-in-time.contract";

describe("in memory", () => {
  heardInTimeContract(memoryPersistence, { histories: 40, hasLongLogs: true });
  heardExactlyContract(memoryPersistence, 40);
});

describe("on PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.destroy());

  heardInTimeContract(() => knexPersistence(database.db), { histories: 6, hasLongLogs: false });
  heardExactlyContract(() => knexPersistence(database.db), 6);
});
