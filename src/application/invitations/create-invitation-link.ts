import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { InputError } from "../../domain/input-refusals";
import type { InvitationError } from "../../domain/invitations/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkCreation } from "../../domain/policy/creation-limits";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { LinkPorts } from "../links/realm-links";
import type { InTransaction } from "../transaction";
import { checkTerms, newInvitation } from "./internal/check-terms";
import { invitationLink } from "./internal/post-invitation";
import { checkGrants } from "./shared/grants";
import type { InvitationTerms } from "./shared/invitation-terms";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly invitationMinutes: number;
}

/** Creates a reusable invitation link and returns it. */
export const createInvitationLink =
  (ports: Ports) =>
  (
    caller: Caller,
    terms: InvitationTerms,
  ): TaskEither<CallerError | GroupError | InputError | InvitationError | LimitError, string> =>
    asCaller(ports.inTransaction, caller, async (tx, inviter) => {
      const checked = checkTerms(tx, inviter, "createMultiuseInviteGroup", terms);
      if (E.isLeft(checked)) return checked;
      const allowed = checkGrants(tx, inviter, terms);
      if (E.isLeft(allowed)) return allowed;
      const room = checkCreation(tx.state, inviter, ["openInvitations", "invitationLinks"], tx.now);
      if (E.isLeft(room)) return room;
      const invitation = newInvitation(ports, tx, inviter.id, null, terms);
      tx.append({ type: "invitations_made", invitations: [invitation] });
      return E.right(invitationLink(ports, tx.state.realm, invitation.id));
    });
