import type { ApiKeyUse, ApiKeyUses } from "../../../../../src/application/ports/api-keys/api-key-uses";
import type { MemoryStorage } from "../storage";
import { pairKey } from "../tables";

const isOlder = (
  one: { readonly version: number; readonly use: ApiKeyUse },
  version: number,
  usedAt: number,
): boolean => one.version < version || (one.version === version && one.use.usedAt <= usedAt);

export const memoryApiKeyUses = (storage: MemoryStorage): ApiKeyUses => ({
  note: async (realmId, userId, version, use) => {
    const key = pairKey(realmId, userId);
    const known = storage.apiKeyUses.get(key);
    if (known === undefined || isOlder(known, version, use.usedAt))
      storage.apiKeyUses.set(key, { version, use: Object.freeze({ ...use }) });
  },
  last: async (realmId, userId, version) => {
    const known = storage.apiKeyUses.get(pairKey(realmId, userId));
    return known?.version === version ? known.use : undefined;
  },
});
