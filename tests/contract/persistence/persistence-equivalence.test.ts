import { knexMessageReader } from "../../../src/adapters/persistence/knex/messages/message-reader";
import fc from "../../support/random/fast-check";
import { historyOf, someSteps } from "../../support/random/histories";
import { historyCount } from "../../support/random/history-count";
import { commitAll, createRealm } from "../../support/storage/commits";
import { answers, aQuestion } from "../../support/storage/every-read";
import { knexPersistence } from "../../support/storage/knex-persistence";
import { memoryPersistence, type Persistence } from "../../support/storage/persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";
import { snapshotOf } from "../../support/storage/user-snapshots";

let database: TestDatabase;
let inPostgres: Persistence;
let byConversation: Persistence;
const inMemory = memoryPersistence();

beforeAll(async () => {
  database = await createTestDatabase();
  inPostgres = knexPersistence(database.db);
  byConversation = {
    ...inPostgres,
    messages: knexMessageReader(database.db, { nearby: [], rare: 1, blocks: [] }),
  };
});
afterAll(() => database.destroy());

test("memory and PostgreSQL give the same answers after the same history", async () => {
  const questions = fc.array(aQuestion, { minLength: 3, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(someSteps, questions, async (steps, asked) => {
      const events = historyOf(steps);
      const realms = await Promise.all(
        [inMemory, inPostgres].map(async (persistence) => {
          const { id } = await createRealm(persistence.eventStore);
          await commitAll(persistence.eventStore, id, events);
          return { persistence, id };
        }),
      );
      for (const question of asked) {
        const [memory, postgres] = await Promise.all(
          realms.map(async ({ persistence, id }) => ({
            ...(await answers(persistence, id, question)),
            snapshot: await snapshotOf(persistence, id, question.userId, {
              mostUnread: question.anchor % 12,
              mostDirects: 3,
            }),
            archived: await persistence.archive.deletedSince(
              id,
              0,
              question.anchor % 2 === 0 ? 1001 : undefined,
              5,
            ),
          })),
        );
        expect(postgres).toEqual(memory);
        // As in an organization that is large compared with what a search looks at first.
        const [, { id = 0 } = {}] = realms;
        const far = await answers(byConversation, id, question);
        expect(far.messages).toEqual(memory?.messages);
      }
    }),
    { numRuns: historyCount(16), interruptAfterTimeLimit: 80_000, markInterruptAsFailure: true },
  );
});
