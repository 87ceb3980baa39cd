import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import { type LoginError, passwordLoginDisabled } from "../../domain/login/refusals";
import { type LoginMethod, loginMethodsOf } from "../../domain/realm/login-method";
import { networkOf } from "../../domain/realm/network";
import { isEmail } from "../../domain/users/email";
import { asVisitor } from "../as-visitor";
import { byServer } from "../caller";
import { limitMail } from "../mail/limit-mail";
import type { Throttle } from "../ports/system/throttle";
import type { InTransaction } from "../transaction";
import { resetLinkJob } from "./mail-reset-link";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
  readonly offeredLogins: readonly LoginMethod[];
}

/**
 * Requests the mail with a link for a new password. A job looks up the address, so that the answer takes the same
 * time whether or not it has an account.
 */
export const requestPasswordReset =
  ({ inTransaction, throttle, offeredLogins }: Ports) =>
  (
    realmId: RealmId,
    address: string,
    remoteAddress: string,
  ): TaskEither<CallerError | LimitError | LoginError, void> =>
  async () => {
    const email = address.trim();
    const limit = await limitMail(throttle, realmId, email, { network: networkOf(remoteAddress) });
    if (E.isLeft(limit)) return limit;
    return asVisitor(inTransaction, byServer(realmId), async (tx) => {
      if (!loginMethodsOf(offeredLogins, tx.state.realm.settings).has("Email"))
        return E.left(passwordLoginDisabled);
      // A malformed address can't have an account, so refusing it reveals nothing.
      if (isEmail(email)) tx.enqueue(resetLinkJob(email, tx.now));
      return E.right(undefined);
    })();
  };
