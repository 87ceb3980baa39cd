import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Marks all of the caller's messages as read, at a cost that does not grow with their number. */
export const markAllAsRead =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller): TaskEither<CallerError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const { realmId, userId } = caller;
      const unread = await tx.readStates.conversationsToRead(realmId, userId, tx.nextMessageId);
      const ids = [[0, tx.nextMessageId]] as const;
      if (unread.length > 0)
        tx.append({
          type: "message_flags_changed",
          userId,
          op: "add",
          flag: "read",
          messageIds: [],
          messages: [],
          isAll: true,
          ranges: unread.map((conversationId) => ({ conversationId, ids })),
        });
      return E.right(undefined);
    });
