import { knexPersistence } from "../../support/storage/knex-persistence";
import type { Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { everyContract } from "./every-contract";

let database: TestDatabase;
let persistence: Persistence;

beforeAll(async () => {
  database = await createTestDatabase();
  persistence = knexPersistence(database.db);
});
afterAll(() => database.destroy());

describe("persistence in PostgreSQL", () => everyContract(() => persistence));
