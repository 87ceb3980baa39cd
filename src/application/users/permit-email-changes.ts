import { left, right } from "fp-ts/Either";
import { noSuchUser } from "../../domain/errors";
import { byServer, type Result } from "../caller";
import type { InTransaction } from "../transaction";

/** Lets somebody change other users' addresses, or no longer. For whoever runs the server. API §4.8. */
export const permitEmailChanges =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (realmId: number, email: string, canChangeUserEmails: boolean): Result<void> =>
    inTransaction(byServer(realmId), (tx) => async () => {
      const user = tx.state.userByEmail(email);
      if (user === undefined || user.bot !== null) return left(noSuchUser);
      if (user.canChangeUserEmails !== canChangeUserEmails)
        tx.append({ type: "user_changed", userId: user.id, change: { canChangeUserEmails } });
      return right(undefined);
    });
