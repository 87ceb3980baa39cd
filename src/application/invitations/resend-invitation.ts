import { isLeft, left, right } from "fp-ts/Either";
import { withinDay } from "../../domain/invitation";
import type { Caller, Result } from "../caller";
import type { LinkPorts } from "../realm-links";
import type { InTransaction } from "../transaction";
import { invitationToChange } from "./find-invitation";
import { postInvitations } from "./post-invitation";
import { dailyLimit } from "./send-invitations";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly invitationsPerDay: number;
}

/** Mails an invitation once more. It ends when it would have. */
export const resendInvitation =
  (ports: Ports) =>
  (caller: Caller, id: number): Result<void> =>
    ports.inTransaction(caller, (tx) => async () => {
      const found = invitationToChange(tx, caller, "mail", id);
      if (isLeft(found)) return found;
      const limit = dailyLimit(ports, tx, 1);
      if (limit) return left(limit);
      const { invitation, user } = found.right;
      const mailedAt = [...withinDay(invitation.mailedAt, tx.now), tx.now];
      tx.append({ type: "invitation_mailed", invitationId: id, mailedAt });
      const inviter = tx.state.users.get(invitation.inviterId) ?? user;
      postInvitations(ports, tx, inviter, [invitation]);
      return right(undefined);
    });
