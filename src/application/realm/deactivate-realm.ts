import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { byServer, type Caller, ownerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Ends an organization: nobody gets in, and nothing of it is lost. Owners only. */
export const deactivateRealm =
  ({ inTransaction }: Ports) =>
  (caller: Caller): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const owner = ownerIn(tx.state, caller);
      if (isLeft(owner)) return owner;
      tx.append({ type: "realm_changed", change: { isDeactivated: true } });
      return right(undefined);
    });

/** Opens it again, as it was. For whoever runs the server. */
export const reactivateRealm =
  ({ inTransaction }: Ports) =>
  (realmId: number): Result<void> =>
    inTransaction(byServer(realmId), (tx) => async () => {
      if (!tx.state.realm.isDeactivated) return left(badRequest("The organization isn't deactivated"));
      tx.append({ type: "realm_changed", change: { isDeactivated: false } });
      return right(undefined);
    });
