import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { hasExpired, type Invitation } from "../../../domain/invitations/invitation";
import { type InvitationError, invitationRequired } from "../../../domain/invitations/refusals";
import { type LinkError, linkRefused } from "../../../domain/login/link-refusals";
import { type LoginMethod, loginMethodsOf } from "../../../domain/realm/login-method";
import type { RealmState } from "../../../domain/state/realm-state";
import { stillGranted } from "../../invitations/shared/grants";
import { isLinkExpired, readLink } from "../../links/realm-links";
import type { LinkTokens } from "../../ports/login/link-tokens";
import type { ProviderIdentity } from "../../ports/login/sign-on-identities";
import type { ReadTicket, Ticket } from "../shared/ticket";

/** The invitation with this id, if still open, limited to what its inviter may grant now. */
const openInvitation = (state: RealmState, id: unknown, now: number): E.Either<LinkError, Invitation> => {
  const invitation = state.invitations.get(Number(id));
  if (invitation === undefined) return E.left(linkRefused("unknown"));
  if (invitation.status !== "open") return E.left(linkRefused(invitation.status));
  if (invitation.email !== null && state.userByEmail(invitation.email)) return E.left(linkRefused("used"));
  const granted = stillGranted({ state, now }, invitation);
  if (granted === undefined) return E.left(linkRefused("revoked"));
  return hasExpired(invitation, now) ? E.left(linkRefused("expired")) : E.right(granted);
};

interface TicketPorts {
  readonly linkTokens: LinkTokens;
  readonly offeredLogins: readonly LoginMethod[];
}

/** Reads a ticket and checks that it still works. */
export const readTicket = (
  { linkTokens, offeredLogins }: TicketPorts,
  state: RealmState,
  { purpose, token }: Ticket,
  now: number,
): E.Either<InvitationError | LinkError, ReadTicket> =>
  pipe(
    readLink({ linkTokens }, purpose, state.realm.id, token),
    E.chainW((values) => {
      const takesPasswords = loginMethodsOf(offeredLogins, state.realm.settings).has("Email");
      return purpose === "invitation"
        ? readInvitation(state, values, takesPasswords, now)
        : readSignUp(state, values, takesPasswords, now);
    }),
  );

type Values = Readonly<Record<string, unknown>>;

const invitationIn = (
  state: RealmState,
  { invitation }: Values,
  now: number,
): E.Either<LinkError, Invitation | undefined> =>
  invitation === undefined ? E.right(undefined) : openInvitation(state, invitation, now);

const readInvitation = (
  state: RealmState,
  values: Values,
  takesPasswords: boolean,
  now: number,
): E.Either<LinkError, ReadTicket> =>
  pipe(
    invitationIn(state, values, now),
    E.map((invitation) => ({
      email: invitation?.email ?? undefined,
      invitation,
      needsPassword: takesPasswords,
      identity: undefined,
    })),
  );

const readSignUp = (
  state: RealmState,
  values: Values,
  takesPasswords: boolean,
  now: number,
): E.Either<InvitationError | LinkError, ReadTicket> => {
  const email = String(values.email);
  if (state.userByEmail(email)) return E.left(linkRefused("used"));
  return pipe(
    invitationIn(state, values, now),
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
      identity: identityIn(values),
      needsPassword: takesPasswords && values.byProvider !== true,
    })),
  );
};

const identityIn = ({ provider, subject }: Values): ProviderIdentity | undefined =>
  typeof provider === "string" && typeof subject === "string" ? { provider, subject } : undefined;
