import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InvitationError } from "../../domain/invitations/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { UserError } from "../../domain/users/refusals";
import type { Caller } from "../caller";
import { actingAsProved, type ConfirmationPorts, confirmIdentity } from "../login/shared/confirm-identity";
import type { Confirmation } from "../login/shared/confirmation";
import { limitMail } from "../mail/limit-mail";
import { mailJob } from "../mail/mail-payload";
import type { InTransaction } from "../transaction";
import { type AddressPorts, mailsForNewAddress } from "./internal/check-email-change";

interface Ports extends AddressPorts, ConfirmationPorts {
  readonly inTransaction: InTransaction;
}

/**
 * Mails a confirmation link to the address that the caller wants, after the caller confirmed their identity. The
 * address changes when the link is opened.
 */
export const requestEmailChange =
  (ports: Ports) =>
  (
    caller: Caller,
    address: string,
    confirmation: Confirmation,
  ): TaskEither<CallerError | InvitationError | LimitError | LoginError | UserError, void> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (E.isLeft(confirmed)) return confirmed;
    const newEmail = address.trim();
    const limit = await limitMail(ports.throttle, caller.realmId, newEmail, { userId: caller.userId });
    if (E.isLeft(limit)) return limit;
    return ports.inTransaction(
      caller,
      actingAsProved(caller, confirmed.right, async (tx, found) => {
        const mails = await mailsForNewAddress(ports, tx, found, newEmail);
        if (E.isLeft(mails)) return mails;
        tx.enqueue(...mails.right.map((mail) => mailJob(mail, tx.now)));
        return E.right(undefined);
      }),
    );
  };
