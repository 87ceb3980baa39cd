import { isLeft, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { InvitationId } from "../../domain/ids";
import type { InvitationError } from "../../domain/invitations/refusals";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { type InvitationKind, invitationToChange } from "./internal/find-invitation";

/** Revokes an invitation: its link no longer works. */
export const revokeInvitation =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, kind: InvitationKind, id: InvitationId): Result<void, CallerError | InvitationError> =>
  () =>
    inTransaction(caller, async (tx) => {
      const found = invitationToChange(tx, caller, kind, id);
      if (isLeft(found)) return found;
      const { inviterId } = found.right.invitation;
      tx.append({
        type: "invitations_closed",
        status: "revoked",
        invitationIds: [id],
        inviterIds: [inviterId],
      });
      return right(undefined);
    });
