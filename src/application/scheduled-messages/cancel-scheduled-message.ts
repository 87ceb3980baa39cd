import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { ScheduledMessageId } from "../../domain/ids";
import type { ScheduledMessageError } from "../../domain/scheduled-messages/refusals";
import { findScheduledMessage } from "../access/find-scheduled-message";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

/** Cancels one of the caller's scheduled messages. */
export const cancelScheduledMessage =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, scheduledId: ScheduledMessageId): TaskEither<CallerError | ScheduledMessageError, void> =>
    asCaller(inTransaction, caller, async (tx) => {
      const found = await findScheduledMessage(tx, caller, scheduledId);
      if (E.isLeft(found)) return found;
      tx.append({ type: "scheduled_removed", userId: caller.userId, scheduledId });
      return E.right(undefined);
    });
