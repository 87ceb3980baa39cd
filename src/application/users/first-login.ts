import { left, right } from "fp-ts/Either";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import { authenticationFailed } from "../../domain/errors";
import type { User } from "../../domain/user";
import type { Result, Visitor } from "../caller";
import type { InTransaction, Transaction } from "../transaction";

/** Whoever logs in to an account that somebody else made, or that was imported, has joined only now. API §2.2. */
const appendFirstLogin = (tx: Transaction, user: User): void => {
  if (!user.awaitsFirstLogin && !user.isImportedStub) return;
  tx.append({
    type: "user_changed",
    userId: user.id,
    change: {
      joinedAt: tx.now,
      awaitsFirstLogin: false,
      ...(user.isImportedStub && { isImportedStub: false }),
    },
  });
};

/** What somebody goes on with who has logged in. */
type LoginFor = "session" | "api_key";

/** Adds a login to the audit log, and with the first one the user joins. */
export const appendLogin = (tx: Transaction, user: User, loginFor: LoginFor): void => {
  tx.actAs(user.id);
  tx.audit(record("user_logged_in", aboutUser(user.id), { after: { for: loginFor } }));
  appendFirstLogin(tx, user);
};

/** Records that somebody logged in who goes on with their API key. */
export const recordKeyLogin =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (visitor: Visitor, userId: number): Result<void> =>
    inTransaction(visitor, (tx) => async () => {
      const user = tx.state.users.get(userId);
      if (user === undefined) return left(authenticationFailed);
      return right(appendLogin(tx, user, "api_key"));
    });
