import { type Either, isLeft, left } from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import type { UserId } from "../../../domain/ids";
import type { Invitation } from "../../../domain/invitations/invitation";
import type { InvitationError } from "../../../domain/invitations/refusals";
import { type InvitePermission, inviterRefusal } from "../../../domain/policy/invitation-access";
import { millisecondsIn } from "../../../domain/units/time";
import type { User } from "../../../domain/users/user";
import { type Caller, callerIn } from "../../caller";
import type { Transaction } from "../../transaction";
import type { InvitationTerms } from "../shared/invitation-terms";

/** A new invitation on these terms. */
export const newInvitation = (
  { invitationMinutes }: { readonly invitationMinutes: number },
  tx: Transaction,
  inviterId: UserId,
  email: string | null,
  { expiresInMinutes = invitationMinutes, ...terms }: InvitationTerms,
): Invitation => ({
  ...terms,
  id: tx.newId("invitation"),
  inviterId,
  email,
  status: "open",
  invitedAt: tx.now,
  expiresAt: expiresInMinutes === null ? null : tx.now + expiresInMinutes * millisecondsIn.minute,
  mailedAt: email === null ? [] : [tx.now],
});

/** The caller, who must be allowed to invite on such terms. */
export const findInviter = (
  tx: Transaction,
  caller: Caller,
  permission: InvitePermission,
  { role }: InvitationTerms,
): Either<CallerError | InvitationError, User> => {
  const found = callerIn(tx.state, caller);
  if (isLeft(found)) return found;
  const refusal = inviterRefusal(tx.state, found.right, permission, role, tx.now);
  return refusal ? left(refusal) : found;
};
