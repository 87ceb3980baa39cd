import type { RelayedRealms } from "../../../../../src/application/ports/push/relayed-realms";
import { memoryRealmRegistry } from "../realm/realm-registry";
import type { MemoryStorage } from "../storage";

export const memoryRelayedRealms = (storage: MemoryStorage): RelayedRealms => {
  const registry = memoryRealmRegistry(storage);
  return {
    add: async (realmId) => {
      storage.relayedRealms.add(realmId);
    },
    all: () => registry.byIds([...storage.relayedRealms]),
  };
};
