import type { CallerError } from "../../domain/caller-refusals";
import type { Realm, RealmPictureName } from "../../domain/realm/realm";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { changeRealmPicture } from "./internal/change-realm-picture";

/** Removes the organization's picture, which falls back to the server's default. */
export const removeRealmPicture =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: RealmPictureName): Result<Realm, CallerError> =>
    changeRealmPicture(inTransaction, caller, name, null);
