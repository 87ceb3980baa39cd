import { knexEventStore } from "../../src/adapters/persistence/knex/events/event-store";
import type { RealmEvent } from "../../src/domain/events/event";
import { aChannel, aSubscription } from "../support/builders";
import { fixedClock, reversingSeals } from "../support/fakes";
import { commitOf, foundRealm } from "../support/foundations";
import { createTestDatabase, type TestDatabase } from "../support/test-database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

/** One request may ask for a thousand changes, which must not cost one statement each. */
const channelIds = Array.from({ length: 300 }, (_, index) => 10 + index);
const userId = 5;

const commit = async (realmId: number, events: readonly RealmEvent[]): Promise<number> => {
  const turn = await knexEventStore(database.db, fixedClock(), reversingSeals).begin(realmId, 0);
  let statements = 0;
  const count = () => {
    statements += 1;
  };
  database.db.on("query", count);
  const appended = await turn.append(commitOf(turn.head, events));
  database.db.off("query", count);
  expect(appended._tag).toBe("Right");
  return statements;
};

test("muting a thousand channels takes a few statements, and the last change to each wins", async () => {
  const { id: realmId } = await foundRealm(knexEventStore(database.db, fixedClock(), reversingSeals));
  await commit(realmId, [
    ...channelIds.map(
      (id): RealmEvent => ({
        type: "channel_created",
        channel: aChannel({ id, conversationId: id, name: `channel ${id}` }),
      }),
    ),
    {
      type: "subscribed",
      subscriptions: channelIds.map((channelId) => aSubscription(userId, channelId)),
      firstMessageId: 1,
      history: {},
    },
  ]);
  const [first = 0, second = 0] = channelIds;
  const statements = await commit(realmId, [
    {
      type: "subscriptions_changed",
      userId,
      changes: [
        ...channelIds.map((channelId) => ({ channelId, change: { isMuted: true } })),
        { channelId: first, change: { isMuted: false } },
        { channelId: second, change: { color: "#123456" } },
      ],
    },
  ]);
  expect(statements).toBeLessThan(12);
  const { rows } = await database.db.raw(
    "SELECT channel_id::integer AS id, is_muted, color FROM subscriptions WHERE realm_id = ? AND user_id = ? ORDER BY channel_id",
    [realmId, userId],
  );
  expect(rows).toHaveLength(channelIds.length);
  expect(rows.slice(0, 3)).toMatchObject([
    { id: first, is_muted: false },
    { id: second, is_muted: true, color: "#123456" },
    { is_muted: true },
  ]);
  expect(rows.filter((row: { is_muted: boolean }) => row.is_muted)).toHaveLength(channelIds.length - 1);
});
