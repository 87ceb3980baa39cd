import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
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
  return pipe(
    checkMayChange(user, invitation),
    E.filterOrElseW(
      () => invitation.status !== "revoked" || kind !== "link",
      () => invitationAlreadyRevoked,
    ),
    E.filterOrElseW(
      () => isOpen(invitation, now),
      () => noSuchInvitation,
    ),
    E.map(() => invitation),
  );
};

const checkMayChange = (
  user: User,
  { inviterId, role }: Invitation,
): E.Either<CallerError | InvitationError, undefined> => {
  if (inviterId === user.id) return E.right(undefined);
  return allows(user.role, "administrator") ? checkInvitedRole(user, role) : E.left(noSuchInvitation);
};
