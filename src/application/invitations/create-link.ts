import { isLeft, right } from "fp-ts/Either";
import type { Caller, Result } from "../caller";
import type { LinkPorts } from "../realm-links";
import type { InTransaction } from "../transaction";
import { checkTerms, type InvitationTerms, inviterIn, newInvitation } from "./check-terms";
import { invitationLink } from "./post-invitation";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly invitationMinutes: number;
}

/** Makes a link by which whoever has it may join; answers with it. */
export const createInvitationLink =
  (ports: Ports) =>
  (caller: Caller, terms: InvitationTerms): Result<string> =>
    ports.inTransaction(caller, (tx) => async () => {
      const inviter = inviterIn(tx, caller, "createMultiuseInviteGroup", terms);
      if (isLeft(inviter)) return inviter;
      const allowed = checkTerms(tx, inviter.right, terms);
      if (isLeft(allowed)) return allowed;
      const invitation = newInvitation(ports, tx, inviter.right.id, null, terms);
      tx.append({ type: "invitations_made", invitations: [invitation] });
      return right(invitationLink(ports, tx.state.realm, invitation.id));
    });
