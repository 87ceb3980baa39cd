import { isLeft, right } from "fp-ts/Either";
import * as t from "io-ts";
import { userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import { byServer } from "../caller";
import { afterMinutes, type JobHandler } from "../jobs/job-handler";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { deleteSentSlice, type SentMessagesDeletion } from "./shared/delete-sent-slice";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

/** Deletes the messages of a deleted account that were too many for one commit. */
export const sentDeletionJob = (deletion: SentMessagesDeletion, dueAt: number): NewJob => ({
  kind: "delete_sent_messages",
  key: `${deletion.userId} ${deletion.after}`,
  payload: deletion,
  dueAt,
});

/** Deletes a slice, and leaves the others to the next job. Deleted messages are no longer found. */
export const deleteSentMessages = ({ inTransaction, clock }: Ports): JobHandler<SentMessagesDeletion> => ({
  payload: t.type({
    userId: userIdCodec,
    after: t.number,
    upTo: t.number,
    deletePublicChannelMessages: t.boolean,
    deletePrivateChannelMessages: t.boolean,
    deleteDirectMessages: t.boolean,
  }),
  atOnce: 2,
  delayAfter: afterMinutes([1, 5, 15, 60]),
  run: async ({ realmId, payload }) => {
    const outcome = await inTransaction(
      byServer(realmId),
      (tx) => async () => right(await deleteSentSlice(tx, payload)),
    )();
    if (isLeft(outcome)) return { kind: "failed", error: outcome.left.message };
    const { rest } = outcome.right;
    return { kind: "done", next: rest ? [sentDeletionJob(rest, clock.now())] : [] };
  },
});
