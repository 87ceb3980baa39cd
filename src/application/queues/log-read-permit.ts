import type { FairTurns, TurnLimits } from "../admission/fair-turns";
import type { Turn } from "../admission/turn";
import type { Requester } from "../ports/system/requester";
import type { PollingClient } from "./polling-client";

/**
 * How many polls may hold events that they read from the log. Each holds a page of the log, and then the answer made
 * from it: tens of megabytes at worst. Any number may wait here, because polls are limited elsewhere.
 */
export const logReadLimits: TurnLimits = {
  running: 16,
  runningEach: 2,
  waiting: Number.POSITIVE_INFINITY,
  waitingEach: Number.POSITIVE_INFINITY,
  mebibytes: 16,
};

/**
 * One poll's permit to read events from the log. Those events aren't shared with other queues, so a poll holds its permit
 * from before it reads until its answer is written. It needs none if its queue's events are in memory.
 */
export class LogReadPermit {
  private held: Turn | undefined;

  constructor(private readonly turns: FairTurns) {}

  /** Waits for the permit, unless the poll holds it already. False if the client is gone first. */
  async acquire(requester: Requester, client: PollingClient): Promise<boolean> {
    if (client.isGone) return false;
    if (this.held !== undefined) return true;
    this.held = await this.turns.begin(requester, (stop) => client.whenGone(stop));
    return this.held !== undefined;
  }

  release(): void {
    this.held?.leave();
    this.held = undefined;
  }
}
