import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, realmDeactivated, userDeactivated } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { isOpen } from "../../domain/invitations/invitation";
import { type InvitationError, invitationRequired } from "../../domain/invitations/refusals";
import {
  accountLinkedToAnother,
  authenticationFailed,
  type LoginError,
  providerEmailNotConfirmed,
  signOnDisabled,
} from "../../domain/login/refusals";
import { presentInviter } from "../../domain/policy/invitation-access";
import { type LoginMethod, loginMethodsOf } from "../../domain/realm/login-method";
import type { RealmState } from "../../domain/state/realm-state";
import { millisecondsIn } from "../../domain/units/time";
import { isSameAddress } from "../../domain/users/email";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import type { Visitor } from "../caller";
import { checkJoinAddress } from "../domains/shared/check-join-address";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { LinkTokens } from "../ports/login/link-tokens";
import type { SignOnIdentities } from "../ports/login/sign-on-identities";
import type { Identity } from "../ports/login/sign-on-provider";
import type { DisposableDomains } from "../ports/mail/disposable-domains";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { recordLink } from "./shared/record-link";

interface Ports {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly linkTokens: LinkTokens;
  readonly disposableDomains: DisposableDomains;
  readonly signOnIdentities: SignOnIdentities;
  readonly offeredLogins: readonly LoginMethod[];
  readonly clock: Clock;
}

/** An existing account, or a token with which a newcomer creates one. */
type SignedOn =
  | { readonly kind: "known"; readonly userId: UserId }
  | { readonly kind: "new"; readonly token: string };

const validMilliseconds = millisecondsIn.hour;

/**
 * Logs in a person that another service vouches for, by the service's id for them. The address is used only at the
 * first login: it links them to the account with that address, unless somebody else is linked to it.
 */
export const signOn =
  (ports: Ports) =>
  (
    visitor: Visitor,
    identity: Identity,
  ): TaskEither<CallerError | InvitationError | LoginError | UserError, SignedOn> =>
  async () => {
    const { realmId } = visitor;
    const state = await ports.directory.newest(realmId);
    if (state.realm.isDeactivated) return E.left(realmDeactivated);
    if (!loginMethodsOf(ports.offeredLogins, state.realm.settings).has("OpenID Connect"))
      return E.left(signOnDisabled);
    const linked = await ports.signOnIdentities.find(realmId, identity);
    const user = linked === undefined ? undefined : state.users.get(linked);
    if (user) return accountOf(user);
    const { email } = identity;
    if (email === undefined) return E.left(providerEmailNotConfirmed);
    const holder = state.userByEmail(email);
    if (holder === undefined) return ticketForNewcomer(ports, state, { ...identity, email });
    const outcome = accountOf(holder);
    if (E.isLeft(outcome)) return outcome;
    const isTheirs = await ports.signOnIdentities.link(realmId, identity, holder.id, ports.clock.now());
    if (!isTheirs) return E.left(accountLinkedToAnother);
    await recordLink(ports.inTransaction, visitor, identity, holder.id);
    return outcome;
  };

const accountOf = (user: User): E.Either<CallerError | LoginError, SignedOn> => {
  if (user.bot) return E.left(authenticationFailed);
  return user.isActive ? E.right({ kind: "known", userId: user.id }) : E.left(userDeactivated);
};

/** A ticket for a person without an account. */
const ticketForNewcomer = (
  { linkTokens, disposableDomains, clock }: Ports,
  state: RealmState,
  { provider, subject, email }: Identity & { readonly email: string },
): E.Either<InvitationError | UserError, SignedOn> => {
  const now = clock.now();
  return pipe(
    checkJoinAddress(state, email, disposableDomains),
    E.chainW(() => invitationFor(state, email, now)),
    E.map((invitation) => ({
      kind: "new",
      token: linkTokens.write("sign_up", {
        realm: state.realm.id,
        email,
        expiresAt: now + validMilliseconds,
        provider,
        subject,
        ...(invitation !== undefined && { invitation }),
      }),
    })),
  );
};

/** The id of the invitation that admits them; undefined where anyone may join. */
const invitationFor = (
  state: RealmState,
  email: string,
  now: number,
): E.Either<InvitationError, number | undefined> => {
  const invitation = [...state.invitations.values()].find(
    (one) =>
      one.email !== null &&
      isSameAddress(one.email, email) &&
      isOpen(one, now) &&
      presentInviter(state, one, now) !== undefined,
  );
  if (invitation === undefined && state.realm.settings.inviteRequired) return E.left(invitationRequired);
  return E.right(invitation?.id);
};
