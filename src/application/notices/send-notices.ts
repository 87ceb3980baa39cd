import * as E from "fp-ts/Either";
import * as t from "io-ts";
import { entity, listOf, optional } from "../../domain/codec/codec";
import { type UserId, userIdCodec } from "../../domain/ids";
import type { NewJob } from "../../domain/jobs/job";
import type { User } from "../../domain/users/user";
import { byServer } from "../caller";
import { afterSeconds, type JobHandler } from "../jobs/job-handler";
import type { Clock } from "../ports/system/clock";
import type { InTransaction, Transaction } from "../transaction";
import { prepareNotice, sendNotice } from "./notice";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
}

interface Notices {
  /** The remaining recipients. */
  readonly userIds: readonly UserId[];
  readonly content: string;
  /** The user who caused them; undefined in jobs of older versions. */
  readonly writerId?: UserId;
}

/** Notices in one commit: more of them would hold up other users' changes. */
const sliceSize = 50;

const job = (notices: Notices, dueAt: number): NewJob => ({ kind: "send_notices", payload: notices, dueAt });

/** Sends notices from the notification bot: a few at once, the others soon after. */
export const sendNotices = async (
  tx: Transaction,
  writer: User,
  userIds: readonly UserId[],
  content: string,
): Promise<void> => {
  const rest = await sendSome(tx, { userIds, content, writerId: writer.id });
  if (rest.userIds.length > 0) tx.enqueue(job(rest, tx.now));
};

const sendSome = async (tx: Transaction, notices: Notices): Promise<Notices> => {
  const { userIds, content, writerId } = notices;
  if (tx.state.realm.isDeactivated) return { ...notices, userIds: [] };
  const some = userIds.slice(0, sliceSize).filter((id) => tx.state.users.get(id)?.isActive);
  if (some.length > 0) {
    const writer = writerId === undefined ? undefined : tx.state.users.get(writerId);
    const notice = prepareNotice(tx, content, writer ?? "server");
    for (const id of some) await sendNotice(tx, id, notice);
  }
  return { ...notices, userIds: userIds.slice(sliceSize) };
};

/**
 * Sends a slice of the notices, and leaves the others to the next job. If the process dies, a slice may be
 * sent twice.
 */
export const sendOtherNotices = ({ inTransaction, clock }: Ports): JobHandler<Notices> => ({
  payload: entity<Notices>({
    userIds: listOf(userIdCodec),
    content: t.string,
    writerId: optional(userIdCodec),
  }),
  atOnce: 2,
  delayAfter: afterSeconds([1, 5, 30, 120]),
  run: async ({ realmId, payload }) => {
    const outcome = await inTransaction(byServer(realmId), async (tx) =>
      E.right(await sendSome(tx, payload)),
    );
    const rest = E.toUnion(outcome);
    return { kind: "done", next: rest.userIds.length === 0 ? [] : [job(rest, clock.now())] };
  },
});
