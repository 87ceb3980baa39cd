import { aUser } from "../../support/builders/entities";
import { commitAll, createRealm } from "../../support/storage/commits";
import { knexPersistence } from "../../support/storage/knex-persistence";
import { createTestDatabase, type TestDatabase } from "../../support/storage/test-database";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.destroy());

test("rows have settings under the names and with the numbers that older versions and SQL read", async () => {
  const { eventStore } = knexPersistence(database.db);
  const { id } = await createRealm(eventStore, [{ type: "user_created", user: aUser({ id: 1 }) }]);
  await commitAll(eventStore, id, [
    {
      type: "user_settings_changed",
      userId: 1,
      change: { enableChannelEmailNotifications: true, demoteInactiveChannels: "never", colorScheme: "dark" },
      isOwnChoice: true,
    },
    {
      type: "realm_changed",
      change: {
        settings: {
          moveMessagesWithinChannelLimitSeconds: 60,
          messageRetentionDays: "forever",
          videoChatProvider: "bigBlueButton",
        },
      },
    },
  ]);
  const [user] = await database.db("users").where({ realm_id: id }).select("settings", "chosen_settings");
  const stored = { enableStreamEmailNotifications: true, demoteInactiveStreams: 3, colorScheme: 2 };
  expect(user.settings).toMatchObject(stored);
  expect(user.settings).not.toHaveProperty("demoteInactiveChannels");
  expect(user.chosen_settings).toEqual(Object.keys(stored));
  const [realm] = await database.db("realms").where({ id }).select("settings");
  expect(realm.settings).toMatchObject({
    moveMessagesWithinStreamLimitSeconds: 60,
    messageRetentionDays: -1,
    videoChatProvider: 4,
  });
});
