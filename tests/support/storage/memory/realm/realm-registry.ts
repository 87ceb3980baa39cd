import type {
  RealmRegistry,
  RegisteredRealm,
} from "../../../../../src/application/ports/realm/realm-registry";
import type { MemoryStorage } from "../storage";

export const memoryRealmRegistry = (storage: MemoryStorage): RealmRegistry => {
  const all = (): readonly RegisteredRealm[] =>
    [...storage.realms.values()]
      .map(
        ({
          state: {
            realm: { id, subdomain, uuid, name, isDeactivated, createdAt },
          },
        }) => ({
          id,
          subdomain,
          uuid,
          name,
          isDeactivated,
          createdAt,
        }),
      )
      .sort((a, b) => a.id - b.id);
  return {
    bySubdomain: async (subdomain) => all().find((realm) => realm.subdomain === subdomain),
    byIds: async (ids) => all().filter(({ id }) => ids.includes(id)),
    page: async (after, limit) =>
      all()
        .filter(({ id }) => id > after)
        .slice(0, limit),
  };
};
