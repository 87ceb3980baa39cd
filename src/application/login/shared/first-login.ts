import { aboutUser, record } from "../../../domain/audit/audit-rule";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** An account that somebody else made, or that was imported, joins at its first login. API §2.2. */
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

/** What the login gives the client: a session, or an API key. */
type LoginFor = "session" | "api_key";

/** Records a login in the audit log. The first login makes the user join. */
export const appendLogin = (tx: Transaction, user: User, loginFor: LoginFor): void => {
  tx.actAs(user.id);
  tx.audit(record("user_logged_in", aboutUser(user.id), { after: { for: loginFor } }));
  appendFirstLogin(tx, user);
};
