import { isLeft, right } from "fp-ts/Either";
import * as t from "io-ts";
import { entity, listOf } from "../../domain/codec";
import type { NewJob } from "../../domain/job";
import { byServer } from "../caller";
import { prepareNotice, sendNotice } from "../messages/notice";
import type { Clock } from "../ports/clock";
import type { InTransaction, Transaction } from "../transaction";
import { afterDelays, type JobHandler } from "./job-handler";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

interface Notices {
  /** Who is still to get it. */
  readonly userIds: readonly number[];
  readonly content: string;
}

/** Notices that one commit writes: more of them would hold up everybody else's changes. */
const sliceSize = 50;

const job = (notices: Notices, dueAt: number): NewJob => ({ kind: "send_notices", payload: notices, dueAt });

/** Writes to people in the notification bot's name: to a few at once, to the others soon after. */
export const sendNotices = async (
  tx: Transaction,
  userIds: readonly number[],
  content: string,
): Promise<void> => {
  const rest = await sendSome(tx, { userIds, content });
  if (rest.userIds.length > 0) tx.enqueue(job(rest, tx.now));
};

const sendSome = async (tx: Transaction, { userIds, content }: Notices): Promise<Notices> => {
  const some = userIds.slice(0, sliceSize).filter((id) => tx.state.users.get(id)?.isActive);
  if (some.length > 0) {
    const notice = prepareNotice(tx, content);
    for (const id of some) await sendNotice(tx, id, notice);
  }
  return { userIds: userIds.slice(sliceSize), content };
};

/** Writes a slice of the notices, and leaves the others to the next job. A process that dies may send a slice twice. */
export const sendOtherNotices = ({ inTransaction, clock }: Ports): JobHandler<Notices> => ({
  payload: entity<Notices>({ userIds: listOf(t.number), content: t.string }),
  atOnce: 2,
  delayAfter: afterDelays([1, 5, 30, 120].map((seconds) => seconds * 1000)),
  run: async ({ realmId, payload }) => {
    const outcome = await inTransaction(
      byServer(realmId),
      (tx) => async () => right(await sendSome(tx, payload)),
    )();
    if (isLeft(outcome)) return { kind: "failed", error: outcome.left.message };
    const rest = outcome.right;
    return { kind: "done", next: rest.userIds.length === 0 ? [] : [job(rest, clock.now())] };
  },
});
