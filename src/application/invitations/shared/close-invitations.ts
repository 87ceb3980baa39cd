import type { UserId } from "../../../domain/ids";
import { isOpen } from "../../../domain/invitations/invitation";
import type { Transaction } from "../../transaction";

/** Revokes the open invitations of users who no longer answer for them. */
export const closeInvitationsOf = (tx: Transaction, inviters: readonly UserId[]): void => {
  const invitations = [...tx.state.invitations.values()].filter(
    (invitation) => inviters.includes(invitation.inviterId) && isOpen(invitation, tx.now),
  );
  if (invitations.length === 0) return;
  tx.append({
    type: "invitations_closed",
    status: "revoked",
    inviterIds: [...new Set(invitations.map(({ inviterId }) => inviterId))],
    invitationIds: invitations.map(({ id }) => id),
  });
};
