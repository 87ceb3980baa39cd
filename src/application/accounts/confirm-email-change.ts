import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InvitationError } from "../../domain/invitations/refusals";
import { type LinkError, linkRefused } from "../../domain/login/link-refusals";
import { alreadyHasAccount, type UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { asVisitor } from "../as-visitor";
import type { Visitor } from "../caller";
import { isLinkExpired, type LinkPorts, readLink } from "../links/realm-links";
import type { ConfirmationPorts } from "../login/shared/confirm-identity";
import { mailAddressChange } from "../mail/mail-address-change";
import type { InTransaction, Transaction } from "../transaction";
import { type AddressPorts, checkEmailChange, proofOf } from "./internal/check-email-change";

interface Ports extends AddressPorts, ConfirmationPorts {
  readonly inTransaction: InTransaction;
}

/** Reads the user and the new address from a confirmation link. */
const readChange = async (
  ports: LinkPorts,
  { state, now, credentials }: Pick<Transaction, "state" | "now" | "credentials">,
  token: string,
): Promise<E.Either<LinkError, { readonly user: User; readonly newEmail: string }>> => {
  const read = readLink(ports, "new_address", state.realm.id, token);
  if (E.isLeft(read)) return read;
  const values = read.right;
  const user = state.users.get(values.user);
  const { newEmail } = values;
  if (!user?.isActive) return E.left(linkRefused("revoked"));
  if (user.email !== values.oldEmail)
    return E.left(linkRefused(user.email === newEmail ? "used" : "revoked"));
  const hash = await credentials.passwordHash(state.realm.id, user.id);
  if (values.proof !== proofOf(ports, user, hash)) return E.left(linkRefused("revoked"));
  return isLinkExpired(values, now) ? E.left(linkRefused("expired")) : E.right({ user, newEmail });
};

/** Gives the account the address that the link proves, mails a notice to the old one, and returns the new one. */
export const confirmEmailChange =
  (ports: AddressPorts & Pick<Ports, "inTransaction">) =>
  (
    visitor: Visitor,
    token: string,
  ): TaskEither<CallerError | InvitationError | LinkError | UserError, string> =>
    asVisitor(ports.inTransaction, visitor, async (tx) => {
      const read = await readChange(ports, tx, token);
      if (E.isLeft(read)) return read;
      const { user, newEmail } = read.right;
      const allowed = checkEmailChange(tx, user, newEmail, ports.disposableDomains);
      if (E.isLeft(allowed)) return allowed;
      const holder = tx.state.holderOfEmail(newEmail);
      if (holder && holder.id !== user.id) return E.left(alreadyHasAccount);
      tx.actAs(user.id);
      tx.append({ type: "user_changed", userId: user.id, change: { email: newEmail } });
      mailAddressChange(tx, user, newEmail);
      return E.right(newEmail);
    });
