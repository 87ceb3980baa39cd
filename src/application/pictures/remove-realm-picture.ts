import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Realm, RealmPictureName } from "../../domain/realm/realm";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { changeRealmPicture } from "./internal/change-realm-picture";

/** Removes the organization's picture, which falls back to the server's default. */
export const removeRealmPicture =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, name: RealmPictureName): TaskEither<CallerError, Realm> =>
    changeRealmPicture(inTransaction, caller, name, null);
