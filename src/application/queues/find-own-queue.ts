import * as E from "fp-ts/Either";
import type { EventQueue } from "../../domain/queues/event-queue";
import { badEventQueueId, type QueueError } from "../../domain/queues/refusals";
import type { Caller } from "../caller";
import type { LiveQueues } from "./live-queues";

/** Finds a queue of the caller; `notCallers` refuses somebody else's. */
export const findOwnQueue = async (
  liveQueues: Pick<LiveQueues, "find">,
  { realmId, userId }: Caller,
  queueId: string,
  notCallers: QueueError,
): Promise<E.Either<QueueError, EventQueue>> => {
  const queue = await liveQueues.find(realmId, queueId);
  if (queue === undefined) return E.left(badEventQueueId(queueId));
  return queue.userId === userId ? E.right(queue) : E.left(notCallers);
};
