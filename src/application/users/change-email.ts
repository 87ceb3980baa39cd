import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, linkRefused } from "../../domain/errors";
import type { Mail } from "../../domain/letter";
import type { RealmState } from "../../domain/realm-state";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";
import { type Caller, callerIn, type Result, type Visitor } from "../caller";
import { mailJob } from "../jobs/mail-payload";
import { limitMail } from "../mail/limit-mail";
import type { DisposableDomains } from "../ports/disposable-domains";
import { isOver, type LinkPorts, linkTo, linkValidMilliseconds, readLink } from "../realm-links";
import { refusalOfAddress } from "../sign-up/request-sign-up";
import type { InTransaction, Transaction } from "../transaction";
import { type Confirmation, type ConfirmationPorts, confirmIdentity } from "./confirm-identity";

interface AddressPorts extends LinkPorts {
  readonly disposableDomains: DisposableDomains;
}

interface Ports extends AddressPorts, ConfirmationPorts {
  readonly inTransaction: InTransaction;
}

/**
 * Mails a link to an address that somebody wants for their account who shows again who they are. It changes when they
 * follow it.
 */
export const requestEmailChange =
  (ports: Ports) =>
  (caller: Caller, wanted: string, confirmation: Confirmation): Result<void> =>
  async () => {
    const confirmed = await confirmIdentity(ports, caller, confirmation);
    if (isLeft(confirmed)) return confirmed;
    const newEmail = wanted.trim();
    const limit = await limitMail(ports.throttle, caller.realmId, newEmail, { userId: caller.userId });
    if (limit) return left(limit);
    return ports.inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const mails = mailsForNewAddress(ports, tx, found.right, newEmail);
      if (isLeft(mails)) return mails;
      tx.enqueue(...mails.right.map((mail) => mailJob(mail, tx.now)));
      return right(undefined);
    })();
  };

/** What is to be mailed where a user wants an address: nothing, if it is theirs already. */
export const mailsForNewAddress = (
  ports: AddressPorts,
  { state, now }: Pick<Transaction, "state" | "now">,
  user: User,
  wanted: string,
): Either<ApiError, readonly Mail[]> => {
  const newEmail = wanted.trim();
  if (user.email === newEmail) return right([]);
  const allowed = checkChange({ state, now }, user, newEmail, ports.disposableDomains);
  if (isLeft(allowed)) return allowed;
  const { realm } = state;
  const token = ports.linkTokens.write("new_address", {
    realm: realm.id,
    user: user.id,
    oldEmail: user.email,
    newEmail,
    expiresAt: now + linkValidMilliseconds,
  });
  const link = linkTo(ports, realm, `/accounts/confirm_new_email/${token}`);
  const letter = { realmName: realm.name, oldEmail: user.email, newEmail, link };
  return right([{ to: newEmail, letter: { kind: "confirm_new_address", ...letter } }]);
};

/** An address of somebody whom the user may not know is free until the link in the mail to it is followed. */
const checkChange = (
  { state, now }: Pick<Transaction, "state" | "now">,
  user: User,
  newEmail: string,
  disposable: DisposableDomains,
): Either<ApiError, unknown> => {
  if (state.realm.settings.emailChangesDisabled && !allows(user.role, "administrator"))
    return left(badRequest("Email address changes are disabled in this organization."));
  const refusal = refusalOfAddress(state, newEmail, disposable);
  if (isLeft(refusal)) return refusal;
  const holder = state.userByEmail(newEmail);
  if (holder === undefined || holder.id === user.id || !canSeeUser(state, user, holder, now))
    return right(undefined);
  return left(badRequest(holder.isActive ? "Already has an account." : "Account has been deactivated."));
};

/** What a link for a new address is good for: whose it is, and the address. */
const readChange = (
  ports: LinkPorts,
  state: RealmState,
  token: string,
  now: number,
): Either<ApiError, { readonly user: User; readonly newEmail: string }> => {
  const read = readLink(ports, "new_address", state.realm.id, token);
  if (isLeft(read)) return read;
  const values = read.right;
  const user = state.users.get(Number(values.user));
  const newEmail = String(values.newEmail);
  if (!user?.isActive) return left(linkRefused("revoked"));
  if (user.email !== values.oldEmail) return left(linkRefused(user.email === newEmail ? "used" : "revoked"));
  return isOver(values, now) ? left(linkRefused("expired")) : right({ user, newEmail });
};

/** Gives the account the address that a link proves; tells the old one. Answers with the new address. */
export const confirmEmailChange =
  (ports: AddressPorts & Pick<Ports, "inTransaction">) =>
  (visitor: Visitor, token: string): Result<string> =>
    ports.inTransaction(visitor, (tx) => async () => {
      const read = readChange(ports, tx.state, token, tx.now);
      if (isLeft(read)) return read;
      const { user, newEmail } = read.right;
      const allowed = checkChange(tx, user, newEmail, ports.disposableDomains);
      if (isLeft(allowed)) return allowed;
      const holder = tx.state.userByEmail(newEmail);
      if (holder && holder.id !== user.id) return left(badRequest("Already has an account."));
      tx.actAs(user.id);
      tx.append({ type: "user_changed", userId: user.id, change: { email: newEmail } });
      const letter = { kind: "address_changed", realmName: tx.state.realm.name, newEmail } as const;
      tx.enqueue(mailJob({ to: user.email, letter }, tx.now));
      return right(newEmail);
    });
