import type { RealmId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** The realm's state as this process has it; it may lag behind the log. */
export const readRealmState =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (realmId: RealmId): Promise<RealmState> =>
    directory.stateOf(realmId);
