import { knexPersistence } from "../support/knex-persistence";
import { memoryPersistence } from "../support/persistence";
import { createTestDatabase, type TestDatabase } from "../support/test-database";
import { heardInTimeContract } from "./heard-in-time.contract";

describe("in memory", () => {
  heardInTimeContract(memoryPersistence, 40);
});

describe("on PostgreSQL", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.destroy());

  heardInTimeContract(() => knexPersistence(database.db), 12);
});
