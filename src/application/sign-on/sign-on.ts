import { type Either, isLeft, left, right } from "fp-ts/Either";
import {
  type ApiError,
  accessDenied,
  authenticationFailed,
  realmDeactivated,
  userDeactivated,
} from "../../domain/errors";
import { isOpen } from "../../domain/invitation";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { DisposableDomains } from "../ports/disposable-domains";
import type { LinkTokens } from "../ports/link-tokens";
import type { SignOnIdentities } from "../ports/sign-on-identities";
import type { Identity } from "../ports/sign-on-provider";
import type { RealmDirectory } from "../realm-directory";
import { refusalOfAddress } from "../sign-up/request-sign-up";
import { needsInvitation } from "../sign-up/ticket";

interface Ports {
  readonly directory: RealmDirectory;
  readonly linkTokens: LinkTokens;
  readonly disposableDomains: DisposableDomains;
  readonly signOnIdentities: SignOnIdentities;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** An account, or the token by which whoever has none makes one. */
type SignedOn =
  | { readonly kind: "known"; readonly userId: number }
  | { readonly kind: "new"; readonly token: string };

const validMilliseconds = 3_600_000;

export const signOnDisabled = accessDenied("This organization doesn't take logins from the other service.");
const notConfirmed = accessDenied("The other service doesn't say that your address is yours.");
const ofSomebodyElse = accessDenied(
  "The account with your address belongs to somebody else at the other service. Ask whoever runs this server.",
);

/**
 * Lets in whom another service vouches for, by its name for them. Their address counts once: it links them to the
 * account that has it, if nobody is linked to that.
 */
export const signOn =
  (ports: Ports) =>
  (realmId: number, identity: Identity): Result<SignedOn> =>
  async () => {
    const state = await ports.directory.newest(realmId);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    if (!loginMethodsOf(ports.offeredLogins, state.realm.settings).has("OpenID Connect"))
      return left(signOnDisabled);
    const linked = await ports.signOnIdentities.find(realmId, identity);
    const user = linked === undefined ? undefined : state.users.get(linked);
    if (user) return known(user);
    const { email } = identity;
    if (email === undefined) return left(notConfirmed);
    const holder = state.userByEmail(email);
    if (holder === undefined) return newcomer(ports, state, { ...identity, email });
    const outcome = known(holder);
    if (isLeft(outcome)) return outcome;
    const isTheirs = await ports.signOnIdentities.link(realmId, identity, holder.id, ports.clock.now());
    return isTheirs ? outcome : left(ofSomebodyElse);
  };

const known = (user: User): Either<ApiError, SignedOn> => {
  if (user.bot) return left(authenticationFailed);
  return user.isActive ? right({ kind: "known", userId: user.id }) : left(userDeactivated);
};

/** A ticket for somebody who has no account yet. */
const newcomer = (
  { linkTokens, disposableDomains, clock }: Ports,
  state: RealmState,
  { provider, subject, email }: Identity & { readonly email: string },
): Either<ApiError, SignedOn> => {
  const refusal = refusalOfAddress(state, email, disposableDomains);
  if (isLeft(refusal)) return refusal;
  const now = clock.now();
  const invitation = invitationFor(state, email, now);
  if (isLeft(invitation)) return invitation;
  const token = linkTokens.write("sign_up", {
    realm: state.realm.id,
    email,
    expiresAt: now + validMilliseconds,
    byProvider: true,
    provider,
    subject,
    ...(invitation.right !== undefined && { invitation: invitation.right }),
  });
  return right({ kind: "new", token });
};

/** The id of the invitation by which they join; undefined where anyone may. */
const invitationFor = (
  state: RealmState,
  email: string,
  now: number,
): Either<ApiError, number | undefined> => {
  const own = [...state.invitations.values()].find(
    (one) => one.email?.toLowerCase() === email.toLowerCase() && isOpen(one, now),
  );
  if (own === undefined && state.realm.settings.inviteRequired) return left(needsInvitation);
  return right(own?.id);
};
