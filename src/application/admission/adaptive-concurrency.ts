/** How a class of work reacts to overload. In milliseconds. */
export interface OverloadLimits {
  /** The number of turns adapts while they take longer than this. */
  readonly runsWithin: number;
  /** The longest wait for a turn: longer ones are refused. A burst may wait this long. */
  readonly patience: number;
  /**
   * The longest wait once requests have been waiting for this long without a break: then it isn't a burst, and queueing
   * only adds delay.
   */
  readonly patienceInOverload: number;
}

/** A step down is kept if it is clearly better, and a step up unless it is clearly worse. */
const clearly = 1.15;
/** At least this many turns run at once. */
const fewestTurns = 4;
const step = 0.7;
/** When turns take many times too long, a step down is larger, but its factor is at least this. */
const largestStep = 0.25;
/** A sample counts if this part of the allowed turns ran on average. */
const mostly = 0.75;
/** The most samples that a number stays for once it proved better than its neighbor. */
const longestStay = 8;

/** What happened while one number of turns was allowed. In milliseconds. */
interface Sample {
  readonly allowed: number;
  /** Undefined until the surplus turns of an earlier number have ended. */
  since: number | undefined;
  lasted: number;
  /** The number of running turns, added up over time. */
  running: number;
  /** The turns that began and ended since, and how long they took in all. */
  turns: number;
  took: number;
}

const runningOnAverage = ({ running, lasted }: Sample): number => running / lasted;

/** How well a number of turns serves those who wait: throughput, which is number by delay, divided by delay again. */
const powerOf = (sample: Sample): number => runningOnAverage(sample) / (sample.took / sample.turns) ** 2;

const hasHelped = (before: Sample, after: Sample): boolean =>
  powerOf(after) / powerOf(before) >= (after.allowed < before.allowed ? clearly : 1 / clearly);

/**
 * Adapts the number of turns that run at once, and how long others may wait for one, to the time that turns take. While that
 * is short, the number grows slowly, like the window of a TCP connection. When it is long, the number follows Kleinrock's
 * power, throughput divided by delay: fewer turns at once help only if each gets faster. With batches they don't: a larger
 * batch takes hardly longer. The wait is bounded as in CoDel, by how long the queue has been
 * standing rather than by its length.
 */
export class AdaptiveConcurrency {
  private readonly fewest: number;
  private allowed: number;
  /** When a turn was last free. */
  private lastRoomAt: number;
  private noted: { readonly at: number; readonly running: number };
  private sample: Sample;
  /** The sample before the last step, until it is known whether the step helped. */
  private before: Sample | undefined;
  private direction: "down" | "up" = "down";
  /** How many more samples the number stays for. */
  private stays = 0;
  /** The next stay: twice as long after each step that didn't help. */
  private nextStay = 1;

  constructor(
    private readonly most: number,
    private readonly limits: OverloadLimits | undefined,
    private readonly now: () => number,
  ) {
    this.fewest = Math.min(fewestTurns, most);
    this.allowed = most;
    this.lastRoomAt = now();
    this.noted = { at: this.lastRoomAt, running: 0 };
    this.sample = this.newSample();
  }

  /** How many turns may run at once. */
  get running(): number {
    return Math.floor(this.allowed);
  }

  /** Records how many turns run, at each arrival and departure. */
  note(running: number): void {
    if (this.limits === undefined) return;
    const { sample, noted } = this;
    const time = this.now();
    if (running < this.running) this.lastRoomAt = time;
    if (sample.since !== undefined) {
      const passed = time - Math.max(noted.at, sample.since);
      sample.lasted += passed;
      sample.running += passed * noted.running;
    }
    this.noted = { at: time, running };
  }

  /** Records how long one of the running turns took. */
  ended(began: number, running: number): void {
    const { limits, sample } = this;
    if (limits === undefined) return;
    const time = this.now();
    if (time - began <= limits.runsWithin) this.grow(running >= this.running);
    // Turns that began before the last step ran at a different concurrency.
    if (sample.since === undefined) {
      if (running <= this.running) sample.since = time;
      return;
    }
    this.note(running);
    if (began < sample.since) return;
    sample.turns += 1;
    sample.took += time - began;
    if (sample.lasted <= limits.runsWithin || sample.turns < this.running) return;
    // A sample of growing load says little about the number.
    if (runningOnAverage(sample) >= mostly * sample.allowed) this.judge(sample, limits);
    this.sample = this.newSample();
  }

  private grow(wasFull: boolean): void {
    if (wasFull) this.allowed = Math.min(this.most, this.allowed + 1 / this.allowed);
  }

  /** Changes the number if turns took too long, in the same direction for as long as that helps. */
  private judge(sample: Sample, { runsWithin }: OverloadLimits): void {
    const { before } = this;
    const excess = sample.took / sample.turns / runsWithin;
    if (excess <= 1) this.forget();
    else if (this.stays > 0) this.stays -= 1;
    else if (before === undefined || hasHelped(before, sample)) this.go(sample, excess);
    else {
      this.allowed = before.allowed;
      this.before = undefined;
      this.reverse();
      this.stays = this.nextStay;
      this.nextStay = Math.min(longestStay, 2 * this.nextStay);
    }
  }

  private go(sample: Sample, excess: number): void {
    const { fewest, most, allowed } = this;
    if (allowed <= fewest || allowed >= most) this.direction = allowed <= fewest ? "up" : "down";
    const factor = this.direction === "up" ? 1 / step : Math.max(largestStep, Math.min(step, 1 / excess));
    this.before = sample;
    this.allowed = Math.min(most, Math.max(fewest, allowed * factor));
  }

  private reverse(): void {
    this.direction = this.direction === "up" ? "down" : "up";
  }

  private forget(): void {
    this.before = undefined;
    this.direction = "down";
    this.stays = 0;
    this.nextStay = 1;
  }

  private newSample(): Sample {
    return { allowed: this.allowed, since: undefined, lasted: 0, running: 0, turns: 0, took: 0 };
  }

  /** Requesters who asked before this time and still wait are refused; while turns are free, nobody is. */
  refusedBefore(running: number): number {
    if (this.limits === undefined || running < this.running) return Number.NEGATIVE_INFINITY;
    const { patience, patienceInOverload } = this.limits;
    const time = this.now();
    return time - (time - this.lastRoomAt > patience ? patienceInOverload : patience);
  }
}
