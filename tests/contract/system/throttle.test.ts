import { openDatabase } from "../../../src/adapters/persistence/knex/database/database";
import { storedThrottle } from "../../../src/adapters/security/throttle";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { throttleContract } from "./throttle.contract";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

throttleContract(() => storedThrottle(database.db), 10);

test("counts login attempts for ten minutes", async () => {
  const throttle = storedThrottle(database.db);
  for (let tries = 0; tries < 10; tries += 1) await throttle.take("login", "timed");
  const wait = await throttle.take("login", "timed");
  expect(wait).toBeGreaterThan(500_000);
  expect(wait).toBeLessThanOrEqual(600_000);
});

test("an account allows 200 logins an hour from anywhere, and mail from 30 visitors", async () => {
  const throttle = storedThrottle(database.db);
  for (const [rule, most] of [
    ["login_to", 200],
    ["mail_to_anywhere", 30],
  ] as const) {
    for (let tries = 0; tries < most; tries += 1) expect(await throttle.take(rule, "target")).toBeUndefined();
    expect(await throttle.take(rule, "target")).toBeGreaterThan(0);
  }
});

test("counts attempts across all nodes and restarts", async () => {
  const elsewhere = openDatabase(database.connection, { poolSize: 2 });
  const [one, other] = [storedThrottle(database.db), storedThrottle(elsewhere)];
  const takes = Array.from({ length: 10 }, (_, index) =>
    (index % 2 ? one : other).take("password", "shared"),
  );
  expect((await Promise.all(takes)).every((wait) => wait === undefined)).toBe(true);
  expect(await one.take("password", "shared")).toBeGreaterThan(0);
  expect(await other.take("password", "shared")).toBeGreaterThan(0);
  expect(await storedThrottle(elsewhere).take("password", "shared")).toBeGreaterThan(0);
  await elsewhere.destroy();
});

test("stores a key of any length as a short digest that reveals nothing of it", async () => {
  const throttle = storedThrottle(database.db);
  await throttle.take("login", `1 ${"x".repeat(900_000)} 203.0.113.9`);
  await throttle.take("login", "1 zoe@example.com 203.0.113.9");
  const { rows } = await database.db.raw(
    "SELECT max(length(key)) AS longest, string_agg(key, ' ') AS keys FROM throttles",
  );
  expect(rows[0].longest).toBeLessThan(80);
  expect(rows[0].keys).not.toContain("zoe");
});
