import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, linkRefused } from "../../../domain/errors";
import { hasExpired, type Invitation } from "../../../domain/invitations/invitation";
import { invitationRequired } from "../../../domain/invitations/refusals";
import { type LoginMethod, loginMethodsOf } from "../../../domain/realm/login-method";
import type { RealmState } from "../../../domain/state/realm-state";
import { stillGranted } from "../../invitations/shared/grants";
import { isLinkExpired, readLink } from "../../links/realm-links";
import type { LinkTokens } from "../../ports/login/link-tokens";
import type { ProviderIdentity } from "../../ports/login/sign-on-identities";
import type { ReadTicket, Ticket } from "../shared/ticket";

/** The invitation with this id, if it can still be used, as far as its inviter may still grant it. */
const openInvitation = (state: RealmState, id: unknown, now: number): Either<ApiError, Invitation> => {
  const invitation = state.invitations.get(Number(id));
  if (invitation === undefined) return left(linkRefused("unknown"));
  if (invitation.status !== "open") return left(linkRefused(invitation.status));
  if (invitation.email !== null && state.userByEmail(invitation.email)) return left(linkRefused("used"));
  const granted = stillGranted({ state, now }, invitation);
  if (granted === undefined) return left(linkRefused("revoked"));
  return hasExpired(invitation, now) ? left(linkRefused("expired")) : right(granted);
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
): Either<ApiError, ReadTicket> => {
  const read = readLink({ linkTokens }, purpose, state.realm.id, token);
  if (isLeft(read)) return read;
  const values = read.right;
  const takesPasswords = loginMethodsOf(offeredLogins, state.realm.settings).has("Email");
  const invitation =
    values.invitation === undefined ? right(undefined) : openInvitation(state, values.invitation, now);
  if (purpose === "invitation")
    return isLeft(invitation)
      ? invitation
      : right({
          email: invitation.right?.email ?? undefined,
          invitation: invitation.right,
          needsPassword: takesPasswords,
          identity: undefined,
        });
  const email = String(values.email);
  if (state.userByEmail(email)) return left(linkRefused("used"));
  if (isLeft(invitation)) return invitation;
  if (isLinkExpired(values, now)) return left(linkRefused("expired"));
  return invitation.right === undefined && state.realm.settings.inviteRequired
    ? left(invitationRequired)
    : right({
        email,
        invitation: invitation.right,
        identity: identityIn(values),
        needsPassword: takesPasswords && values.byProvider !== true,
      });
};

const identityIn = ({
  provider,
  subject,
}: Readonly<Record<string, unknown>>): ProviderIdentity | undefined =>
  typeof provider === "string" && typeof subject === "string" ? { provider, subject } : undefined;
