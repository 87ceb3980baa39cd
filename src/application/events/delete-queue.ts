import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { notQueueOfCaller, type QueueError } from "../../domain/queues/refusals";
import type { Caller } from "../caller";
import { findOwnQueue } from "../queues/find-own-queue";
import type { LiveQueues } from "../queues/live-queues";

/** Ends a queue of the caller. */
export const deleteQueue =
  ({ liveQueues }: { readonly liveQueues: LiveQueues }) =>
  (caller: Caller, queueId: string): TaskEither<QueueError, void> =>
  async () => {
    const queue = await findOwnQueue(liveQueues, caller, queueId, notQueueOfCaller);
    if (E.isLeft(queue)) return queue;
    await liveQueues.remove(caller.realmId, queueId);
    return E.right(undefined);
  };
