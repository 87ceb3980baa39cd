import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, noSuchUser } from "../../domain/errors";
import type { User } from "../../domain/user";
import { byServer, type Caller, type Result } from "../caller";
import type { LinkPorts } from "../realm-links";
import type { InTransaction, Transaction } from "../transaction";
import { userToSecure } from "../users/check-user";
import { appendKeyEnd } from "../users/end-api-key";
import { factorLetter } from "./factor-letter";

interface Ports extends Pick<LinkPorts, "siteUrl"> {
  readonly inTransaction: InTransaction;
}

/** Takes all second factors away, and ends what they let in: whoever has them may have the account too. */
const appendReset = async (ports: Ports, tx: Transaction, user: User): Promise<void> => {
  const { realm } = tx.state;
  for (const { id } of await tx.credentials.secondFactors(realm.id, user.id)) tx.removeFactor(user.id, id);
  tx.setRecoveryCodes(user.id, []);
  tx.endSessions(user.id);
  tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: 0 } });
  appendKeyEnd(tx, user);
  tx.enqueue(factorLetter(ports, realm, user, { what: "reset" }, tx.now));
};

/** Takes away somebody else's second factors who has lost them. Administrators only; of nobody who outranks them. */
export const resetFactors =
  (ports: Ports) =>
  (caller: Caller, userId: number): Result<void> =>
    ports.inTransaction(caller, (tx) => async () => {
      const user = userToSecure(tx.state, caller, userId, { bots: false }, tx.now);
      if (isLeft(user)) return user;
      // A stolen key of theirs must not take their own away.
      if (userId === caller.userId)
        return left(badRequest("Remove your own second factors on your account page."));
      await appendReset(ports, tx, user.right);
      return right(undefined);
    });

/** The same for an owner who is locked out. For whoever runs the server. */
export const resetFactorsByAddress =
  (ports: Ports) =>
  (realmId: number, email: string): Result<void> =>
    ports.inTransaction(byServer(realmId), (tx) => async () => {
      const user = tx.state.userByEmail(email);
      if (user === undefined || user.bot !== null) return left(noSuchUser);
      await appendReset(ports, tx, user);
      return right(undefined);
    });
