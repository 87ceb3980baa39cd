import type { RealmRegistry } from "../ports/realm-registry";

/** All realms of this server. */
export const listRealms =
  ({ registry }: { readonly registry: RealmRegistry }): RealmRegistry["list"] =>
  () =>
    registry.list();
