import type { Requester } from "../ports/system/requester";
import type { PollingClient } from "./polling-client";

/** How many polls may hold events that they read from the log: in total, and for each requester. */
export interface ReadingLimits {
  readonly running: number;
  readonly runningEach: number;
}

/** Each holds a page of the log, and then the answer made from it: tens of megabytes at worst. */
export const readingLimits: ReadingLimits = { running: 16, runningEach: 2 };

interface Requests {
  running: number;
  readonly waiting: ((isGranted: boolean) => void)[];
}

/**
 * Turns of polls at reading events from the log. Those events aren't shared with other queues, so a poll holds its turn from
 * before it reads until its answer is written. Requesters who wait are served one after another. A thousand clients that
 * come back at once all wait here, so that no step may look at each of them.
 */
export class ReadingTurns {
  private running = 0;
  private readonly requests = new Map<string, Requests>();
  /** The requesters who wait and may have one more turn, the next one first. */
  private readonly due = new Set<string>();

  constructor(private readonly limits: ReadingLimits = readingLimits) {}

  /** The number of turns held, and of requesters who hold one or wait. */
  get load(): { readonly running: number; readonly known: number } {
    return { running: this.running, known: this.requests.size };
  }

  /** Calls back with a turn, perhaps at once. @returns the function that stops waiting, which calls back without one. */
  ask(name: string, settle: (isGranted: boolean) => void): () => void {
    const known = this.requests.get(name);
    const requests = known ?? { running: 0, waiting: [] };
    if (!known) this.requests.set(name, requests);
    requests.waiting.push(settle);
    this.noteDue(name, requests);
    this.grant();
    return () => {
      const index = requests.waiting.indexOf(settle);
      if (index === -1) return;
      requests.waiting.splice(index, 1);
      this.noteDue(name, requests);
      settle(false);
    };
  }

  end(name: string): void {
    const requests = this.requests.get(name);
    if (requests === undefined) return;
    requests.running -= 1;
    this.running -= 1;
    this.noteDue(name, requests);
    this.grant();
  }

  private grant(): void {
    while (this.running < this.limits.running) {
      const [name] = this.due;
      const requests = name === undefined ? undefined : this.requests.get(name);
      if (name === undefined || requests === undefined) return;
      this.due.delete(name);
      this.running += 1;
      requests.running += 1;
      const settle = requests.waiting.shift();
      this.noteDue(name, requests);
      settle?.(true);
    }
  }

  private noteDue(name: string, { running, waiting }: Requests): void {
    if (waiting.length === 0 || running >= this.limits.runningEach) this.due.delete(name);
    else this.due.add(name);
    if (waiting.length === 0 && running === 0) this.requests.delete(name);
  }
}

/** The turn of one poll: not taken if its queue's events are in memory. */
export class ReadingTurn {
  private name: string | undefined;

  constructor(private readonly turns: ReadingTurns) {}

  /** Waits for the turn, unless it is held already. False if the client is gone first. */
  async take({ realm, user }: Requester, client: PollingClient): Promise<boolean> {
    if (client.isGone) return false;
    if (this.name !== undefined) return true;
    const name = `${realm} ${user}`;
    const isGranted = await new Promise<boolean>((resolve) => client.whenGone(this.turns.ask(name, resolve)));
    if (isGranted) this.name = name;
    return isGranted;
  }

  leave(): void {
    const { name } = this;
    this.name = undefined;
    if (name !== undefined) this.turns.end(name);
  }
}
