import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InvitationId } from "../../domain/ids";
import { addressesMailedOften, withinDay } from "../../domain/invitations/invitation";
import { addressMailedOften, type InvitationError } from "../../domain/invitations/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkWithinDay } from "../../domain/policy/creation-limits";
import { addressKey } from "../../domain/users/email";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { LinkPorts } from "../links/realm-links";
import type { InTransaction } from "../transaction";
import { checkDailyLimit } from "./internal/check-daily-limit";
import { invitationToChange } from "./internal/find-invitation";
import { postInvitations } from "./internal/post-invitation";

interface Ports extends LinkPorts {
  readonly inTransaction: InTransaction;
  readonly invitationsPerDay: number;
}

/** Mails an invitation again. Its expiry stays. */
export const resendInvitation =
  (ports: Ports) =>
  (caller: Caller, id: InvitationId): TaskEither<CallerError | InvitationError | LimitError, void> =>
    asCaller(ports.inTransaction, caller, async (tx, user) => {
      const found = invitationToChange(tx, user, "mail", id);
      if (E.isLeft(found)) return found;
      const invitation = found.right;
      const limit = pipe(
        checkDailyLimit(ports, tx, user, 1),
        E.chainW(() => checkWithinDay(tx.state, user, "invitations", tx.now)),
      );
      if (E.isLeft(limit)) return limit;
      const often = addressesMailedOften(tx.state.invitations.values(), tx.now);
      if (invitation.email !== null && often.has(addressKey(invitation.email)))
        return E.left(addressMailedOften);
      const mailedAt = [...withinDay(invitation.mailedAt, tx.now), tx.now];
      tx.append({ type: "invitation_mailed", invitationId: id, mailedAt });
      const inviter = tx.state.users.get(invitation.inviterId) ?? user;
      postInvitations(ports, tx, inviter, [invitation]);
      return E.right(undefined);
    });
