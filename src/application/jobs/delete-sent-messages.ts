import { isLeft, right } from "fp-ts/Either";
import * as t from "io-ts";
import type { NewJob } from "../../domain/job";
import { byServer } from "../caller";
import { deleteSent, type SentDeletion } from "../messages/delete-sent";
import type { Clock } from "../ports/clock";
import type { InTransaction } from "../transaction";
import { afterDelays, type JobHandler } from "./job-handler";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

/** Deletes what an account that ended had sent, as far as it was too much for one commit. */
export const sentDeletionJob = (deletion: SentDeletion, dueAt: number): NewJob => ({
  kind: "delete_sent_messages",
  key: `${deletion.userId} ${deletion.after}`,
  payload: deletion,
  dueAt,
});

/** Deletes a slice, and leaves the rest to the next job. What is deleted already is no longer found. */
export const deleteSentMessages = ({ inTransaction, clock }: Ports): JobHandler<SentDeletion> => ({
  payload: t.type({
    userId: t.number,
    after: t.number,
    upTo: t.number,
    deletePublicChannelMessages: t.boolean,
    deletePrivateChannelMessages: t.boolean,
    deleteDirectMessages: t.boolean,
  }),
  atOnce: 2,
  delayAfter: afterDelays([1, 5, 15, 60].map((minutes) => minutes * 60_000)),
  run: async ({ realmId, payload }) => {
    const outcome = await inTransaction(
      byServer(realmId),
      (tx) => async () => right(await deleteSent(tx, payload)),
    )();
    if (isLeft(outcome)) return { kind: "failed", error: outcome.left.message };
    return { kind: "done", next: outcome.right ? [sentDeletionJob(outcome.right, clock.now())] : [] };
  },
});
