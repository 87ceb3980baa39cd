import type { RealmRegistry } from "../ports/realm-registry";

/** The realm that has exactly this subdomain, for whoever runs the server. */
export const realmBySubdomain =
  ({ registry }: { readonly registry: RealmRegistry }): RealmRegistry["bySubdomain"] =>
  (subdomain) =>
    registry.bySubdomain(subdomain);
