import * as E from "fp-ts/Either";
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

/** Deletes the messages of deactivated accounts that were too many for one commit. */
export const sentDeletionJob = (deletion: SentMessagesDeletion, dueAt: number): NewJob => ({
  kind: "delete_sent_messages",
  payload: deletion,
  dueAt,
});

const fields = {
  after: t.number,
  upTo: t.number,
  deletePublicChannelMessages: t.boolean,
  deletePrivateChannelMessages: t.boolean,
  deleteDirectMessages: t.boolean,
};
const ofUsers = t.type({ userIds: t.readonlyArray(userIdCodec), ...fields });
/** The payload that earlier versions enqueued. */
const ofOneUser = t.type({ userId: userIdCodec, ...fields });

type Payload = t.TypeOf<typeof ofUsers> | t.TypeOf<typeof ofOneUser>;

const deletionIn = (payload: Payload): SentMessagesDeletion => {
  if ("userIds" in payload) return payload;
  const { userId, ...others } = payload;
  return { ...others, userIds: [userId] };
};

/** Deletes a slice, and leaves the rest to the next job, which no longer finds what is deleted. */
export const deleteSentMessages = ({ inTransaction, clock }: Ports): JobHandler<Payload> => ({
  payload: t.union([ofUsers, ofOneUser]),
  atOnce: 2,
  delayAfter: afterMinutes([1, 5, 15, 60]),
  run: async ({ realmId, payload }) => {
    const outcome = await inTransaction(byServer(realmId), async (tx) =>
      E.right(await deleteSentSlice(tx, deletionIn(payload))),
    );
    const rest = E.toUnion(outcome);
    return { kind: "done", next: rest ? [sentDeletionJob(rest, clock.now())] : [] };
  },
});
