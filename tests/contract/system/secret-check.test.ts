import { acceptSecret, compareSecret, requireSameSecret } from "../../../src/adapters/security/secret-check";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.destroy());

const [first, second] = ["a first secret ".repeat(3), "a second secret ".repeat(3)];
const refusal = /^This database belongs to servers with another secret\. Set PARLEY_SECRET to the value/;

test("the secret of the first start is that of the database, and no server starts with another", async () => {
  const { db } = database;
  expect(await compareSecret(db, first)).toBe("none");
  await requireSameSecret(db, first);
  await requireSameSecret(db, first);
  expect(await compareSecret(db, first)).toBe("same");
  expect(await compareSecret(db, second)).toBe("other");
  await expect(requireSameSecret(db, second)).rejects.toThrow(refusal);
  const { rows } = await db.raw("SELECT value FROM secret_check");
  expect(rows).toEqual([{ value: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
});

test("of servers that start at once with different secrets, one starts", async () => {
  const { db } = database;
  const starts = await Promise.allSettled(
    [first, second, first, second].map((secret) => requireSameSecret(db, secret)),
  );
  expect(starts.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
});

test("another secret can be accepted, and the one before is then refused", async () => {
  const { db } = database;
  await acceptSecret(db, first);
  await acceptSecret(db, second);
  await requireSameSecret(db, second);
  await expect(requireSameSecret(db, first)).rejects.toThrow(refusal);
});
