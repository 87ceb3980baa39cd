import type { RealmSnapshots } from "../../../../../src/application/ports/events/realm-snapshots";
import { memoryMessageReader } from "../messages/message-reader";
import type { MemoryStorage } from "../storage";
import type { TableSource } from "../tables";
import { headIn } from "./event-log";

export const memoryRealmSnapshots = (storage: MemoryStorage): RealmSnapshots => ({
  load: async (realmId) => {
    const tables = await storage.tables(realmId);
    if (tables === undefined) throw new Error(`There is no realm ${realmId}`);
    return tables.state;
  },

  view: async (realmId, read) => {
    const committed = await storage.tables(realmId);
    const snapshot: TableSource = {
      tables: async (id) => (id === realmId ? committed : storage.tables(id)),
    };
    return read({
      position: await headIn(snapshot, realmId),
      messages: memoryMessageReader(snapshot),
    });
  },
});
