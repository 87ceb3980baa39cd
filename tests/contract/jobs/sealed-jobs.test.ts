import { knexEventStore } from "../../../src/adapters/persistence/knex/events/event-store";
import { knexJobQueue } from "../../../src/adapters/persistence/knex/jobs/job-queue";
import { secretSeals } from "../../../src/adapters/security/seals";
import { mailJob } from "../../../src/application/mail/mail-payload";
import type { Mail } from "../../../src/domain/mail/mail";
import { fixedClock } from "../../support/application/fakes";
import { enqueueAll, upTo } from "../../support/application/jobs";
import { createRealm } from "../../support/storage/commits";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

const mail = (to: string): Mail => ({
  to,
  letter: { kind: "reset_password", realmName: "Example", link: "https://x" },
});

test("stores no readable mail in a row, and under another secret claims it without its content", async () => {
  const { db } = database;
  const [old, current] = ["the old secret", "the new secret"].map((secret) => {
    const seals = secretSeals(secret);
    return { eventStore: knexEventStore(db, fixedClock(), seals), queue: knexJobQueue(db, seals) };
  });
  if (!old || !current) throw new Error("There are two");
  const { id } = await createRealm(old.eventStore);
  await enqueueAll(old, id, mailJob(mail("a@example.com"), 1));
  await enqueueAll(current, id, mailJob(mail("b@example.com"), 2));
  const { rows } = await db.raw("SELECT * FROM jobs");
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toMatch(/example\.com|https/);
  const claimed = await current.queue.claim(upTo(9, "deliver_mail"), 9, 1000);
  expect(claimed.map(({ payload }) => payload)).toEqual([undefined, mail("b@example.com")]);
});
