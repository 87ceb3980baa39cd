import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { RealmId } from "../../domain/ids";
import { type RealmError, realmNotDeactivated } from "../../domain/realm/refusals";
import { byServer } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Reactivates an organization. For operators of the server. */
export const reactivateRealm =
  ({ inTransaction }: Ports) =>
  (realmId: RealmId): TaskEither<RealmError, void> =>
  () =>
    inTransaction(byServer(realmId), async (tx) => {
      if (!tx.state.realm.isDeactivated) return E.left(realmNotDeactivated);
      tx.append({ type: "realm_changed", change: { isDeactivated: false } });
      return E.right(undefined);
    });
