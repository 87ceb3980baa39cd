import { knexMailQueue } from "../../src/adapters/persistence/knex/mail-queue";
import { secretSeals } from "../../src/adapters/security/seals";
import type { Mail } from "../../src/domain/letter";
import { foundRealm } from "../support/foundations";
import { knexPersistence } from "../support/knex-persistence";
import { createTestDatabase, type TestDatabase } from "../support/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const mail = (to: string): Mail => ({
  to,
  letter: { kind: "reset_password", realmName: "Example", link: "https://x" },
});

test("mail is no open text in its row, and under another secret it is dropped, not in the way", async () => {
  const { id } = await foundRealm(knexPersistence(database.db).eventStore);
  const [old, current] = ["the old secret", "the new secret"].map((secret) =>
    knexMailQueue(database.db, secretSeals(secret)),
  );
  await old?.put(id, [mail("a@example.com")], 1);
  await current?.put(id, [mail("b@example.com")], 2);
  const { rows } = await database.db.raw("SELECT * FROM mail_queue");
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|https/);
  expect((await current?.due(id, 9, 9))?.map((queued) => queued.mail)).toEqual([mail("b@example.com")]);
  expect(await old?.due(id, 9, 9)).toEqual([]);
});
