import type { Task } from "fp-ts/Task";
import type { Caller } from "../../caller";

/** Sends in progress in this process, by key. A repeated send waits for the first one's result. */
export class SendsInProgress<Outcome> {
  private readonly inProgress = new Map<string, Promise<Outcome>>();

  /** Sends, unless the caller's send with this key is in progress: then returns the result of that one. */
  once({ realmId, userId }: Caller, key: string, send: Task<Outcome>): Promise<Outcome> {
    const name = `${realmId} ${userId} ${key}`;
    const first = this.inProgress.get(name);
    if (first) return first;
    const sending = send().finally(() => this.inProgress.delete(name));
    this.inProgress.set(name, sending);
    return sending;
  }
}
