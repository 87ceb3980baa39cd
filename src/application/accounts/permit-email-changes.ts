import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { RealmId } from "../../domain/ids";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { byServer } from "../caller";
import type { InTransaction } from "../transaction";

/** Lets a user change other users' addresses, or revokes that. For the server's operator. API §4.8. */
export const permitEmailChanges =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (realmId: RealmId, email: string, canChangeUserEmails: boolean): TaskEither<UserError, void> =>
  () =>
    inTransaction(byServer(realmId), async (tx) => {
      const user = tx.state.userByEmail(email);
      if (user === undefined || user.bot !== null) return E.left(noSuchUser);
      if (user.canChangeUserEmails !== canChangeUserEmails)
        tx.append({ type: "user_changed", userId: user.id, change: { canChangeUserEmails } });
      return E.right(undefined);
    });
