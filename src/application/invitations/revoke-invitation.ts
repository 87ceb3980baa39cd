import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { InvitationId } from "../../domain/ids";
import type { InvitationError } from "../../domain/invitations/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { type InvitationKind, invitationToChange } from "./internal/find-invitation";

/** Revokes an invitation: its link no longer works. */
export const revokeInvitation =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, kind: InvitationKind, id: InvitationId): TaskEither<CallerError | InvitationError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const found = invitationToChange(tx, user, kind, id);
      if (E.isLeft(found)) return found;
      const { inviterId } = found.right;
      tx.append({
        type: "invitations_closed",
        status: "revoked",
        invitationIds: [id],
        inviterIds: [inviterId],
      });
      return E.right(undefined);
    });
