import { left, right } from "fp-ts/Either";
import { isEmail } from "../../domain/email";
import { passwordLoginDisabled } from "../../domain/errors";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import { networkOf } from "../../domain/network";
import { byServer, type Result } from "../caller";
import { resetLinkJob } from "../jobs/mail-reset-link";
import { limitMail } from "../mail/limit-mail";
import type { Throttle } from "../ports/throttle";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
  readonly offeredLogins: readonly LoginMethod[];
}

/**
 * Has a link for a new password mailed. Whether the address has an account is found out by a job, so that the answer
 * takes the same time either way.
 */
export const requestReset =
  ({ inTransaction, throttle, offeredLogins }: Ports) =>
  (realmId: number, given: string, remoteAddress: string): Result<void> =>
  async () => {
    const email = given.trim();
    const limit = await limitMail(throttle, realmId, email, { network: networkOf(remoteAddress) });
    if (limit) return left(limit);
    return inTransaction(byServer(realmId), (tx) => async () => {
      if (!loginMethodsOf(offeredLogins, tx.state.realm.settings).has("Email"))
        return left(passwordLoginDisabled);
      // What can't be anyone's address is refused by its form alone, which is no secret.
      if (isEmail(email)) tx.enqueue(resetLinkJob(email, tx.now));
      return right(undefined);
    })();
  };
