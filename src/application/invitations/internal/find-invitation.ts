import * as E from "fp-ts/Either";
import { type CallerError, notForGuests } from "../../../domain/caller-refusals";
import type { InvitationId } from "../../../domain/ids";
import { type Invitation, isOpen } from "../../../domain/invitations/invitation";
import {
  type InvitationError,
  invitationAlreadyRevoked,
  noSuchInvitation,
} from "../../../domain/invitations/refusals";
import { checkInvitedRole } from "../../../domain/policy/invitation-access";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";

/** Mailed to one address, or a reusable link. */
export type InvitationKind = "mail" | "link";

/**
 * An open invitation that the user may change: their own, or anyone's for administrators. For everyone else it
 * doesn't exist.
 */
export const invitationToChange = (
  { state, now }: Transaction,
  user: User,
  kind: InvitationKind,
  id: InvitationId,
): E.Either<CallerError | InvitationError, Invitation> => {
  if (user.role === "guest") return E.left(notForGuests);
  const invitation = state.invitations.get(id);
  if (invitation === undefined || (invitation.email === null) !== (kind === "link"))
    return E.left(noSuchInvitation);
  if (invitation.inviterId !== user.id) {
    if (!allows(user.role, "administrator")) return E.left(noSuchInvitation);
    const allowed = checkInvitedRole(user, invitation.role);
    if (E.isLeft(allowed)) return allowed;
  }
  if (invitation.status === "revoked" && kind === "link") return E.left(invitationAlreadyRevoked);
  return isOpen(invitation, now) ? E.right(invitation) : E.left(noSuchInvitation);
};
