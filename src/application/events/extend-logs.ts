import * as E from "fp-ts/Either";
import { byServer } from "../caller";
import type { LiveQueues } from "../queues/live-queues";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly liveQueues: Pick<LiveQueues, "shortOfIds">;
  readonly inTransaction: InTransaction;
  readonly onError: (error: unknown) => void;
}

/**
 * Logs an event without effect in each realm where signals and heartbeats have used up half of the ids at the newest
 * position: the next ones continue at the next position. Every node does this for its queues, but a realm that has moved
 * on needs no event. A realm that fails doesn't delay the others; the next run retries it. Decision 4.
 */
export const extendLogs =
  ({ liveQueues, inTransaction, onError }: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    for (const { realmId, position, userId } of liveQueues.shortOfIds()) {
      if (stopping?.aborted) return;
      try {
        await inTransaction(byServer(realmId), async (tx) => {
          // Not a new type: nodes of the previous version couldn't read it, and would end the realm's queues.
          if (tx.state.position === position) tx.append({ type: "secrets_changed", userId });
          return E.right(undefined);
        });
      } catch (error) {
        onError(error);
      }
    }
  };
