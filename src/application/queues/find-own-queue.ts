import * as E from "fp-ts/Either";
import { badEventQueueId, type QueueError } from "../../domain/queues/refusals";
import type { Caller } from "../caller";
import type { FoundQueue, LiveQueues } from "./live-queues";

/** Finds a queue of the caller; `notCallers` refuses somebody else's. */
export const findOwnQueue = async (
  liveQueues: Pick<LiveQueues, "find">,
  { realmId, userId }: Caller,
  queueId: string,
  notCallers: QueueError,
): Promise<E.Either<QueueError, FoundQueue>> => {
  const queue = await liveQueues.find(realmId, queueId);
  if (queue === undefined) return E.left(badEventQueueId(queueId));
  return queue.userId === userId ? E.right(queue) : E.left(notCallers);
};
