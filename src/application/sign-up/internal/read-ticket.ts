import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { InvitationId } from "../../../domain/ids";
import { hasExpired, type Invitation } from "../../../domain/invitations/invitation";
import { type InvitationError, invitationRequired } from "../../../domain/invitations/refusals";
import { type LinkError, linkRefused } from "../../../domain/login/link-refusals";
import { type LoginMethod, loginMethodsOf } from "../../../domain/realm/login-method";
import type { RealmState } from "../../../domain/state/realm-state";
import { stillGranted } from "../../invitations/shared/grants";
import { isLinkExpired, readLink } from "../../links/realm-links";
import type { LinkContents } from "../../ports/login/link-contents";
import type { LinkTokens } from "../../ports/login/link-tokens";
import type { ProviderIdentity } from "../../ports/login/sign-on-identities";
import type { ReadTicket, Ticket } from "../shared/ticket";

/** The invitation with this id, if still open, limited to what its inviter may grant now. */
const openInvitation = (
  state: RealmState,
  id: InvitationId,
  now: number,
): E.Either<LinkError, Invitation> => {
  const invitation = state.invitations.get(id);
  if (invitation === undefined) return E.left(linkRefused("unknown"));
  if (invitation.status !== "open") return E.left(linkRefused(invitation.status));
  if (invitation.email !== null && state.holderOfEmail(invitation.email)) return E.left(linkRefused("used"));
  const granted = stillGranted({ state, now }, invitation);
  if (granted === undefined) return E.left(linkRefused("revoked"));
  return hasExpired(invitation, now) ? E.left(linkRefused("expired")) : E.right(granted);
};

interface TicketPorts {
  readonly linkTokens: LinkTokens;
  readonly offeredLogins: readonly LoginMethod[];
}

/**
 * Reads a ticket and checks that it still works. One that proves an address or an identity ends with the login method that it
 * comes from.
 */
export const readTicket = (
  { linkTokens, offeredLogins }: TicketPorts,
  state: RealmState,
  { purpose, token }: Ticket,
  now: number,
): E.Either<InvitationError | LinkError, ReadTicket> => {
  const logins = loginMethodsOf(offeredLogins, state.realm.settings);
  const read = <Purpose extends Ticket["purpose"]>(expected: Purpose) =>
    readLink({ linkTokens }, expected, state.realm.id, token);
  return purpose === "invitation"
    ? pipe(
        read(purpose),
        E.chainW((values) => readInvitation(state, values, logins, now)),
      )
    : pipe(
        read(purpose),
        E.chainW((values) => readSignUp(state, values, logins, now)),
      );
};

/** The login methods of the organization. */
type Logins = ReadonlySet<LoginMethod>;

const readInvitation = (
  state: RealmState,
  values: LinkContents["invitation"],
  logins: Logins,
  now: number,
): E.Either<LinkError, ReadTicket> =>
  pipe(
    openInvitation(state, values.invitation, now),
    E.map((invitation) => ({
      email: invitation.email ?? undefined,
      invitation,
      needsPassword: logins.has("Email"),
      identity: undefined,
    })),
  );

const readSignUp = (
  state: RealmState,
  values: LinkContents["sign_up"],
  logins: Logins,
  now: number,
): E.Either<InvitationError | LinkError, ReadTicket> => {
  const { email } = values;
  if (state.holderOfEmail(email)) return E.left(linkRefused("used"));
  const invited: E.Either<LinkError, Invitation | undefined> =
    values.invitation === undefined ? E.right(undefined) : openInvitation(state, values.invitation, now);
  const identity = identityIn(values);
  const isProofAccepted =
    identity === undefined
      ? logins.has("Email") || values.invitation !== undefined
      : logins.has("OpenID Connect");
  return pipe(
    invited,
    E.filterOrElseW(
      () => isProofAccepted,
      () => linkRefused("revoked"),
    ),
    E.filterOrElseW(
      () => !isLinkExpired(values, now),
      () => linkRefused("expired"),
    ),
    E.filterOrElseW(
      (invitation) => invitation !== undefined || !state.realm.settings.inviteRequired,
      () => invitationRequired,
    ),
    E.map((invitation) => ({
      email,
      invitation,
      identity,
      needsPassword: logins.has("Email") && identity === undefined,
    })),
  );
};

const identityIn = ({ provider, subject }: LinkContents["sign_up"]): ProviderIdentity | undefined =>
  provider !== undefined && subject !== undefined ? { provider, subject } : undefined;
