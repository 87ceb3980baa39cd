import { millisecondsIn } from "../../domain/units/time";
import type { Clock } from "../ports/system/clock";
import type { SharedCounts } from "../ports/system/shared-counts";

interface Ports {
  readonly sharedCounts: SharedCounts;
  readonly clock: Clock;
}

/** The calls of one caller within a clock minute. */
interface CallCount {
  local: number;
  /** How many of them were reported to other nodes. */
  sent: number;
  /** Last known number of calls on other nodes. */
  others: number;
}

/** Beyond this many, callers are counted on this node alone until the next minute. */
const mostCallers = 20_000;

/**
 * Exchanges call counts with other nodes, about every second rather than at each call: a limit may be
 * exceeded by the calls of that second.
 */
export class SharedCalls {
  private tallies = new Map<string, CallCount>();
  private countedIn = 0;
  private notify: (caller: string, calls: number) => void = () => {};

  constructor(private readonly ports: Ports) {}

  /** Subscribes to calls on other nodes. */
  onOthers(notify: (caller: string, calls: number) => void): void {
    this.notify = notify;
  }

  count(caller: string): void {
    const now = this.currentMinute();
    if (now !== this.countedIn) {
      this.tallies = new Map();
      this.countedIn = now;
    }
    const tally = this.tallies.get(caller);
    if (tally) tally.local += 1;
    else if (this.tallies.size < mostCallers) this.tallies.set(caller, { local: 1, sent: 0, others: 0 });
  }

  async exchange(): Promise<void> {
    const { countedIn } = this;
    if (this.currentMinute() !== countedIn) return;
    // More calls may arrive during this exchange.
    const active = [...this.tallies].flatMap(([caller, tally]) =>
      tally.local > tally.sent ? [{ caller, tally, local: tally.local }] : [],
    );
    if (active.length === 0) return;
    const nameOf = (caller: string) => `${countedIn} ${caller}`;
    const totals = await this.ports.sharedCounts.add(
      new Map(active.map(({ caller, tally, local }) => [nameOf(caller), local - tally.sent])),
    );
    for (const { caller, tally, local } of active) {
      tally.sent = local;
      const others = (totals.get(nameOf(caller)) ?? local) - local;
      if (others > tally.others) this.notify(caller, others - tally.others);
      tally.others = Math.max(tally.others, others);
    }
  }

  private currentMinute(): number {
    return Math.floor(this.ports.clock.now() / millisecondsIn.minute);
  }
}
