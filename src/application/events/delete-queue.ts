import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { badEventQueueId, notQueueOfCaller, type QueueError } from "../../domain/queues/refusals";
import type { Caller } from "../caller";
import type { LiveQueues } from "../queues/live-queues";

/** Ends a queue of the caller. */
export const deleteQueue =
  ({ liveQueues }: { readonly liveQueues: LiveQueues }) =>
  (caller: Caller, queueId: string): TaskEither<QueueError, void> =>
  async () => {
    const queue = await liveQueues.find(caller.realmId, queueId);
    if (queue === undefined) return E.left(badEventQueueId(queueId));
    if (queue.userId !== caller.userId) return E.left(notQueueOfCaller);
    await liveQueues.remove(caller.realmId, queueId);
    return E.right(undefined);
  };
