import type { TaskEither } from "fp-ts/TaskEither";
import { notEventsOfCaller, type QueueError } from "../../domain/queues/refusals";
import type { Caller } from "../caller";
import { findOwnQueue } from "../queues/find-own-queue";
import type { FoundQueue, LiveQueues } from "../queues/live-queues";

/** Checks that the caller could poll a queue, without interrupting a poll in progress. */
export const checkQueue =
  ({ liveQueues }: { readonly liveQueues: LiveQueues }) =>
  (caller: Caller, queueId: string): TaskEither<QueueError, FoundQueue> =>
  () =>
    findOwnQueue(liveQueues, caller, queueId, notEventsOfCaller);
