import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../../domain/caller-refusals";
import type { Realm, RealmPictureName } from "../../../domain/realm/realm";
import { asAdministrator } from "../../as-caller";
import type { Caller } from "../../caller";
import type { InTransaction } from "../../transaction";

export const changeRealmPicture = (
  inTransaction: InTransaction,
  caller: Caller,
  name: RealmPictureName,
  file: string | null,
): TaskEither<CallerError, Realm> =>
  asAdministrator(inTransaction, caller, async (tx) => {
    const { realm } = tx.state;
    const pictures = { [name]: { file, version: realm.pictures[name].version + 1 } };
    tx.append({ type: "realm_changed", change: { pictures } });
    return E.right({ ...realm, pictures: { ...realm.pictures, ...pictures } });
  });
