import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { InvitationError } from "../../../domain/invitations/refusals";
import type { Mail } from "../../../domain/mail/mail";
import { canSeeUser } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import {
  accountDeactivated,
  alreadyHasAccount,
  emailChangesDisabled,
  type UserError,
} from "../../../domain/users/refusals";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { checkJoinAddress } from "../../domains/shared/check-join-address";
import { type LinkPorts, linkTo, linkValidMilliseconds } from "../../links/realm-links";
import type { DisposableDomains } from "../../ports/mail/disposable-domains";
import type { Transaction } from "../../transaction";

export interface AddressPorts extends LinkPorts {
  readonly disposableDomains: DisposableDomains;
}

/** Derived from the user's password and API key: changing either invalidates older links. */
export const proofOf = (
  { linkTokens }: LinkPorts,
  { id, apiKeyVersion }: User,
  passwordHash: string | undefined,
): string => linkTokens.proof("new_address", `${id} ${apiKeyVersion} ${passwordHash ?? "none"}`);

/**
 * The confirmation mail for a new address; none if the user has that address already. If the same commit sets a new
 * password, the link is bound to that one.
 */
export const mailsForNewAddress = async (
  ports: AddressPorts,
  { state, now, credentials }: Pick<Transaction, "state" | "now" | "credentials">,
  user: User,
  address: string,
  newHash?: string,
): Promise<E.Either<InvitationError | UserError, readonly Mail[]>> => {
  const newEmail = address.trim();
  if (user.email === newEmail) return E.right([]);
  const allowed = checkEmailChange({ state, now }, user, newEmail, ports.disposableDomains);
  if (E.isLeft(allowed)) return allowed;
  const { realm } = state;
  const token = ports.linkTokens.write("new_address", {
    realm: realm.id,
    user: user.id,
    oldEmail: user.email,
    newEmail,
    proof: proofOf(ports, user, newHash ?? (await credentials.passwordHash(realm.id, user.id))),
    expiresAt: now + linkValidMilliseconds,
  });
  const link = linkTo(ports, realm, `/accounts/confirm_new_email/${token}`);
  const letter = { realmName: realm.name, oldEmail: user.email, newEmail, link };
  return E.right([{ to: newEmail, letter: { kind: "confirm_new_address", ...letter } }]);
};

/**
 * The holder of a taken address may be hidden from the user. Such an address counts as free until the mailed link is
 * opened.
 */
export const checkEmailChange = (
  { state, now }: Pick<Transaction, "state" | "now">,
  user: User,
  newEmail: string,
  disposable: DisposableDomains,
): E.Either<InvitationError | UserError, unknown> => {
  if (state.realm.settings.emailChangesDisabled && !allows(user.role, "administrator"))
    return E.left(emailChangesDisabled);
  return pipe(
    checkJoinAddress(state, newEmail, disposable),
    E.chainW(() => checkHolder(state, user, newEmail, now)),
  );
};

const checkHolder = (
  state: RealmState,
  user: User,
  newEmail: string,
  now: number,
): E.Either<UserError, undefined> => {
  const holder = state.holderOfEmail(newEmail);
  if (holder === undefined || holder.id === user.id || !canSeeUser(state, user, holder, now))
    return E.right(undefined);
  return E.left(holder.isActive ? alreadyHasAccount : accountDeactivated);
};
