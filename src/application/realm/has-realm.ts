import type { RealmRegistry } from "../ports/realm/realm-registry";

/** Whether this server has any realm yet. */
export const hasRealm =
  ({ registry }: { readonly registry: RealmRegistry }) =>
  async (): Promise<boolean> =>
    (await registry.page(0, 1)).length > 0;
