import { knexPersistence } from "../support/knex-persistence";
import type { Persistence } from "../support/persistence";
import { createTestDatabase, type TestDatabase } from "../support/test-database";
import { everyContract } from "./every-contract";

let database: TestDatabase;
let persistence: Persistence;

beforeAll(async () => {
  database = await createTestDatabase();
  persistence = knexPersistence(database.db);
});
afterAll(() => database.destroy());

describe("persistence in PostgreSQL", () => everyContract(() => persistence));
