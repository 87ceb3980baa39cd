import type { RealmSnapshots } from "../../../application/ports/realm-snapshots";
import { memoryDirectConversations } from "./direct-conversations";
import { headIn } from "./event-log";
import { memoryMessageReader } from "./message-reader";
import { memoryReadStateReader } from "./read-state-reader";
import type { MemoryStorage, TableSource } from "./storage";

export const memoryRealmSnapshots = (storage: MemoryStorage): RealmSnapshots => ({
  load: async (realmId) => {
    const tables = await storage.tables(realmId);
    if (tables === undefined) throw new Error(`There is no realm ${realmId}`);
    return {
      position: tables.head.position,
      realm: tables.realm,
      users: [...tables.users.values()],
      groups: [...tables.groups.values()],
      channels: [...tables.channels.values()],
      defaultChannels: [...tables.defaultChannels],
      subscriptions: [...tables.subscriptions.values()].map(({ received: _, ...own }) => own),
    };
  },

  view: async (realmId, read) => {
    const committed = await storage.tables(realmId);
    const snapshot: TableSource = {
      tables: async (id) => (id === realmId ? committed : storage.tables(id)),
    };
    return read({
      position: await headIn(snapshot, realmId),
      messages: memoryMessageReader(snapshot),
      readStates: memoryReadStateReader(snapshot),
      directConversations: memoryDirectConversations(snapshot),
    });
  },
});
