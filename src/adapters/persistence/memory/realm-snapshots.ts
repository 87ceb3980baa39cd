import type { RealmSnapshots } from "../../../application/ports/realm-snapshots";
import type { RealmSnapshot } from "../../../domain/realm-state";
import { memoryDirectConversations } from "./direct-conversations";
import { headIn } from "./event-log";
import { memoryMessageReader } from "./message-reader";
import { memoryPersonalReader } from "./personal-reader";
import { memoryReadStateReader } from "./read-state-reader";
import type { MemoryStorage } from "./storage";
import type { RealmTables, TableSource } from "./tables";

/** Whom guests have direct conversations with. */
const acquaintancesOfGuests = (tables: RealmTables): RealmSnapshot["acquaintances"] =>
  [...tables.users.values()]
    .filter(({ role }) => role === "guest")
    .map(({ id }) => ({
      guestId: id,
      userIds: [...tables.directConversations.values()].flatMap(({ participants }) =>
        participants.includes(id) ? participants : [],
      ),
    }));

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
      channelFolders: tables.channelFolders,
      profileFields: tables.profileFields,
      linkifiers: tables.linkifiers,
      playgrounds: tables.playgrounds,
      domains: [...tables.domains.values()],
      emoji: [...tables.emoji.values()],
      invitations: [...tables.invitations.values()],
      pushDevices: [...tables.pushDevices].map(([userId, devices]) => ({ userId, ...devices })),
      acquaintances: acquaintancesOfGuests(tables),
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
      personal: memoryPersonalReader(snapshot),
    });
  },
});
