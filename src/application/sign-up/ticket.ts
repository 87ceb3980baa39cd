import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, linkRefused } from "../../domain/errors";
import { hasExpired, type Invitation } from "../../domain/invitation";
import { type LoginMethod, loginMethodsOf } from "../../domain/login-method";
import type { RealmState } from "../../domain/realm-state";
import type { LinkTokens } from "../ports/link-tokens";
import type { ProviderIdentity } from "../ports/sign-on-identities";
import { isOver, readLink } from "../realm-links";

/** What somebody shows who wants to join: the token of an invitation, or of an address that is confirmed. */
export interface Ticket {
  readonly purpose: "invitation" | "sign_up";
  readonly token: string;
}

/** What a link into a realm says. */
export interface ReadTicket {
  /** The address that the ticket proves; undefined where it is still to be given and confirmed. */
  readonly email: string | undefined;
  readonly invitation: Invitation | undefined;
  /** False for whoever logs in by another way. */
  readonly needsPassword: boolean;
  /** Who they are by the word of a sign-on service, if one brought them. */
  readonly identity: ProviderIdentity | undefined;
}

export const needsInvitation = badRequest("One joins this organization by invitation only.");

/** The invitation that a token names, if it can still be used. */
const openInvitation = (state: RealmState, id: unknown, now: number): Either<ApiError, Invitation> => {
  const invitation = state.invitations.get(Number(id));
  if (invitation === undefined) return left(linkRefused("unknown"));
  if (invitation.status !== "open") return left(linkRefused(invitation.status));
  if (invitation.email !== null && state.userByEmail(invitation.email)) return left(linkRefused("used"));
  return hasExpired(invitation, now) ? left(linkRefused("expired")) : right(invitation);
};

interface TicketPorts {
  readonly linkTokens: LinkTokens;
  readonly offeredLogins: readonly LoginMethod[];
}

/** What a ticket is worth now. */
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
  if (isOver(values, now)) return left(linkRefused("expired"));
  return invitation.right === undefined && state.realm.settings.inviteRequired
    ? left(needsInvitation)
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
