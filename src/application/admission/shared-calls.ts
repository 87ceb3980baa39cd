import type { Clock } from "../ports/clock";
import type { SharedCounts } from "../ports/shared-counts";

interface Ports {
  readonly sharedCounts: SharedCounts;
  readonly clock: Clock;
}

/** The calls of somebody within a minute of the clock. */
interface Tally {
  own: number;
  /** How many of them other nodes know of. */
  told: number;
  /** Those at other nodes, as far as is known. */
  others: number;
}

const minute = 60_000;
/** Beyond it, callers are counted by this node alone until the next minute. */
const mostCallers = 20_000;

/**
 * Tells other nodes how many calls each caller has made here, and learns how many they made there. It exchanges every
 * second or so, not at each call: a limit may be passed by what comes in that second.
 */
export class SharedCalls {
  private tallies = new Map<string, Tally>();
  private countedIn = 0;
  private hear: (caller: string, calls: number) => void = () => {};

  constructor(private readonly ports: Ports) {}

  /** Has calls at other nodes told from now on. */
  onOthers(hear: (caller: string, calls: number) => void): void {
    this.hear = hear;
  }

  count(caller: string): void {
    const now = this.currentMinute();
    if (now !== this.countedIn) {
      this.tallies = new Map();
      this.countedIn = now;
    }
    const tally = this.tallies.get(caller);
    if (tally) tally.own += 1;
    else if (this.tallies.size < mostCallers) this.tallies.set(caller, { own: 1, told: 0, others: 0 });
  }

  async exchange(): Promise<void> {
    const { countedIn } = this;
    if (this.currentMinute() !== countedIn) return;
    // More calls may come while this goes on.
    const active = [...this.tallies].flatMap(([caller, tally]) =>
      tally.own > tally.told ? [{ caller, tally, own: tally.own }] : [],
    );
    if (active.length === 0) return;
    const nameOf = (caller: string) => `${countedIn} ${caller}`;
    const totals = await this.ports.sharedCounts.add(
      new Map(active.map(({ caller, tally, own }) => [nameOf(caller), own - tally.told])),
    );
    for (const { caller, tally, own } of active) {
      tally.told = own;
      const others = (totals.get(nameOf(caller)) ?? own) - own;
      if (others > tally.others) this.hear(caller, others - tally.others);
      tally.others = Math.max(tally.others, others);
    }
  }

  private currentMinute(): number {
    return Math.floor(this.ports.clock.now() / minute);
  }
}
