import { left, right } from "fp-ts/Either";
import { badEventQueueId, badRequest } from "../../domain/errors";
import type { Caller, Result } from "../caller";
import type { LiveQueues } from "./live-queues";

/** Ends a queue of the caller's. */
export const deleteQueue =
  ({ liveQueues }: { readonly liveQueues: LiveQueues }) =>
  (caller: Caller, queueId: string): Result<void> =>
  async () => {
    const queue = await liveQueues.find(caller.realmId, queueId);
    if (queue === undefined) return left(badEventQueueId(queueId));
    if (queue.userId !== caller.userId)
      return left(badRequest("You are not authorized to access this queue"));
    await liveQueues.remove(caller.realmId, queueId);
    return right(undefined);
  };
