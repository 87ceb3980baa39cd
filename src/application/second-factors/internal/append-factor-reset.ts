import type { User } from "../../../domain/users/user";
import { appendKeyEnd } from "../../api-keys/shared/append-key-end";
import type { LinkPorts } from "../../links/realm-links";
import { secondFactorMail } from "../../mail/second-factor-mail";
import type { InTransaction, Transaction } from "../../transaction";

interface Ports extends Pick<LinkPorts, "siteUrl"> {
  readonly inTransaction: InTransaction;
}

/** Removes all second factors, and ends the sessions and the key: somebody who stole the factors may be logged in, too. */
export const appendFactorReset = async (ports: Ports, tx: Transaction, user: User): Promise<void> => {
  const { realm } = tx.state;
  for (const { id } of await tx.credentials.secondFactors(realm.id, user.id)) tx.removeFactor(user.id, id);
  tx.setRecoveryCodes(user.id, []);
  tx.endSessions(user.id);
  tx.append({ type: "user_changed", userId: user.id, change: { secondFactors: 0 } });
  appendKeyEnd(tx, user);
  tx.enqueue(secondFactorMail(ports, realm, user, { what: "reset" }, tx.now));
};
