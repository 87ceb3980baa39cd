import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** One request's hold on an upload, in the store that all nodes share. */
interface Hold {
  begin(): Promise<boolean>;
  extend(): Promise<boolean>;
  end(): Promise<void>;
}

interface LockOptions {
  /** The hold of a request with this name on an upload. */
  readonly hold: (path: string, name: string) => Hold;
  /** Whether the client has left. On Node 24 the library doesn't notice: a request without a body reports no error. */
  readonly isGone: () => boolean;
  /** Thrown for a request that waited too long. */
  readonly busy: object;
  readonly onError: (error: unknown) => void;
}

/** In milliseconds. Clients whose connection broke ask again at once, and find the request that was cut off. */
const patience = { look: 200, beat: 1000, longest: 30_000 };

/** Locks for the tus library that hold across nodes. A later request interrupts the earlier one. */
export const storedLocks = ({ hold, isGone, busy, onError }: LockOptions) => ({
  newLock: (path: string) => {
    const held = hold(path, randomUUID());
    let beat: NodeJS.Timeout | undefined;
    return {
      lock: async (stop: AbortSignal, requestRelease: () => unknown): Promise<void> => {
        const end = Date.now() + patience.longest;
        while (!(await held.begin())) {
          if (stop.aborted || isGone() || Date.now() > end) throw busy;
          await sleep(patience.look);
        }
        beat = setInterval(() => {
          held.extend().then((isWanted) => isWanted && requestRelease(), onError);
        }, patience.beat);
      },
      unlock: async (): Promise<void> => {
        clearInterval(beat);
        await held.end();
      },
    };
  },
});
