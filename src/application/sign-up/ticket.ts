import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, linkRefused } from "../../domain/errors";
import { hasExpired, type Invitation } from "../../domain/invitation";
import type { RealmState } from "../../domain/realm-state";
import type { LinkTokens } from "../ports/link-tokens";

/** What somebody shows who wants to join: the token of an invitation, or of an address that is confirmed. */
export interface Ticket {
  readonly purpose: "invitation" | "sign_up";
  readonly token: string;
}

export interface ReadTicket {
  /** The address that the ticket proves; undefined where it is still to be given and confirmed. */
  readonly email: string | undefined;
  readonly invitation: Invitation | undefined;
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

/** What a ticket is worth now. */
export const readTicket = (
  { linkTokens }: { readonly linkTokens: LinkTokens },
  state: RealmState,
  { purpose, token }: Ticket,
  now: number,
): Either<ApiError, ReadTicket> => {
  const values = linkTokens.read(purpose, token);
  if (values === undefined) return left(linkRefused("unknown"));
  if (values.realm !== state.realm.id) return left(linkRefused("elsewhere"));
  const invitation =
    values.invitation === undefined ? right(undefined) : openInvitation(state, values.invitation, now);
  if (purpose === "invitation")
    return invitation._tag === "Left"
      ? invitation
      : right({ email: invitation.right?.email ?? undefined, invitation: invitation.right });
  const email = String(values.email);
  if (state.userByEmail(email)) return left(linkRefused("used"));
  if (invitation._tag === "Left") return invitation;
  if (Number(values.expiresAt) <= now) return left(linkRefused("expired"));
  return invitation.right === undefined && state.realm.settings.inviteRequired
    ? left(needsInvitation)
    : right({ email, invitation: invitation.right });
};
