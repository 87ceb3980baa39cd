import type { RealmState } from "../../domain/realm-state";
import type { RealmDirectory } from "../realm-directory";

/** A realm's state, as far as this process has heard. */
export const readState =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (realmId: number): Promise<RealmState> =>
    directory.of(realmId);
