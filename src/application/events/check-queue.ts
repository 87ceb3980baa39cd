import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { badEventQueueId, notEventsOfCaller, type QueueError } from "../../domain/queues/refusals";
import type { Caller } from "../caller";
import type { LiveQueues } from "../queues/live-queues";

/** Checks that the caller could poll a queue, and leaves it to whoever is polling it. */
export const checkQueue =
  ({ liveQueues }: { readonly liveQueues: LiveQueues }) =>
  (caller: Caller, queueId: string): TaskEither<QueueError, void> =>
  async () => {
    const queue = await liveQueues.find(caller.realmId, queueId);
    if (queue === undefined) return E.left(badEventQueueId(queueId));
    return queue.userId === caller.userId ? E.right(undefined) : E.left(notEventsOfCaller);
  };
