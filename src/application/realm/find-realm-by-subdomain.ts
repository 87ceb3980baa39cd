import type { RealmRegistry } from "../ports/realm/realm-registry";

/** Finds the realm with exactly this subdomain. For operators of the server. */
export const findRealmBySubdomain =
  ({ registry }: { readonly registry: RealmRegistry }): RealmRegistry["bySubdomain"] =>
  (subdomain) =>
    registry.bySubdomain(subdomain);
