import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, notForGuests } from "../../domain/errors";
import { type Invitation, isOpen } from "../../domain/invitation";
import { allows } from "../../domain/role";
import type { User } from "../../domain/user";
import { type Caller, callerIn } from "../caller";
import type { Transaction } from "../transaction";
import { refusalOfRole } from "./check-terms";

/** Mailed to one address, or a link for anyone who has it. */
export type InvitationKind = "mail" | "link";

const noSuchInvitation = badRequest("No such invitation");

/**
 * An open invitation that the caller may deal with: their own, and for administrators those of others. To anyone else
 * those aren't there.
 */
export const invitationToChange = (
  { state, now }: Transaction,
  caller: Caller,
  kind: InvitationKind,
  id: number,
): Either<ApiError, { readonly user: User; readonly invitation: Invitation }> => {
  const found = callerIn(state, caller);
  if (isLeft(found)) return found;
  const user = found.right;
  if (user.role === "guest") return left(notForGuests);
  const invitation = state.invitations.get(id);
  if (invitation === undefined || (invitation.email === null) !== (kind === "link"))
    return left(noSuchInvitation);
  if (invitation.inviterId !== user.id) {
    if (!allows(user.role, "administrator")) return left(noSuchInvitation);
    const refusal = refusalOfRole(user, invitation.role);
    if (refusal) return left(refusal);
  }
  if (invitation.status === "revoked" && kind === "link")
    return left(badRequest("Invitation has already been revoked"));
  return isOpen(invitation, now) ? right({ user, invitation }) : left(noSuchInvitation);
};
