import type { RealmRegistry } from "../../../application/ports/realm-registry";
import type { MemoryStorage } from "./storage";

export const memoryRealmRegistry = (storage: MemoryStorage): RealmRegistry => ({
  list: async () =>
    [...storage.realms.values()]
      .map(({ state: { realm } }) => ({ id: realm.id, subdomain: realm.subdomain }))
      .sort((a, b) => a.id - b.id),
});
