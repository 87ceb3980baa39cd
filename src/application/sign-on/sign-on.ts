import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, authenticationFailed, realmDeactivated, userDeactivated } from "../../domain/errors";
import { isOpen } from "../../domain/invitation";
import type { RealmState } from "../../domain/realm-state";
import type { Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { DisposableDomains } from "../ports/disposable-domains";
import type { LinkTokens } from "../ports/link-tokens";
import type { Identity } from "../ports/sign-on-provider";
import type { RealmDirectory } from "../realm-directory";
import { refusalOfAddress } from "../sign-up/request-sign-up";
import { needsInvitation } from "../sign-up/ticket";

interface Ports {
  readonly directory: RealmDirectory;
  readonly linkTokens: LinkTokens;
  readonly disposableDomains: DisposableDomains;
  readonly clock: Clock;
}

/** An account, or the token by which whoever has none makes one. */
type SignedOn =
  | { readonly kind: "known"; readonly userId: number }
  | { readonly kind: "new"; readonly token: string };

const validMilliseconds = 3_600_000;

/** Lets in whom another service vouches for, by their address. */
export const signOn =
  ({ directory, linkTokens, disposableDomains, clock }: Ports) =>
  (realmId: number, { email }: Identity): Result<SignedOn> =>
  async () => {
    const state = await directory.newest(realmId);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    const user = state.userByEmail(email);
    if (user?.bot) return left(authenticationFailed);
    if (user) return user.isActive ? right({ kind: "known", userId: user.id }) : left(userDeactivated);
    const refusal = refusalOfAddress(state, email, disposableDomains);
    if (isLeft(refusal)) return refusal;
    const now = clock.now();
    const invitation = invitationFor(state, email, now);
    if (isLeft(invitation)) return invitation;
    const token = linkTokens.write("sign_up", {
      ...{ realm: realmId, email, byProvider: true, expiresAt: now + validMilliseconds },
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
