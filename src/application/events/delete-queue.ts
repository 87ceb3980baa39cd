import { left, right } from "fp-ts/Either";
import { badEventQueueId, notQueueOfCaller, type QueueError } from "../../domain/queues/refusals";
import type { Caller, Result } from "../caller";
import type { LiveQueues } from "../queues/live-queues";

/** Ends a queue of the caller. */
export const deleteQueue =
  ({ liveQueues }: { readonly liveQueues: LiveQueues }) =>
  (caller: Caller, queueId: string): Result<void, QueueError> =>
  async () => {
    const queue = await liveQueues.find(caller.realmId, queueId);
    if (queue === undefined) return left(badEventQueueId(queueId));
    if (queue.userId !== caller.userId) return left(notQueueOfCaller);
    await liveQueues.remove(caller.realmId, queueId);
    return right(undefined);
  };
