interface Planned {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

const isBefore = (one: Planned, other: Planned): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order);

/** Time that jumps from one planned call to the next; in seconds. */
export class Timeline {
  now = 0;
  /** A binary heap, the next call first. */
  private readonly planned: Planned[] = [];
  private count = 0;

  /** Schedules a call after a delay. */
  in(delay: number, run: () => void): void {
    this.count += 1;
    const added = { at: this.now + delay, order: this.count, run };
    const { planned } = this;
    let place = planned.push(added) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = planned[above];
      if (parent === undefined || isBefore(parent, added)) break;
      planned[place] = parent;
      place = above;
    }
    planned[place] = added;
  }

  /** Makes all calls that are due before the end. */
  run(end: number): void {
    for (let next = this.planned[0]; next !== undefined && next.at < end; next = this.planned[0]) {
      this.removeFirst();
      this.now = next.at;
      next.run();
    }
    this.now = end;
  }

  private removeFirst(): void {
    const { planned } = this;
    const last = planned.pop();
    if (last === undefined || planned.length === 0) return;
    let place = 0;
    for (;;) {
      const [left, right] = [planned[2 * place + 1], planned[2 * place + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || isBefore(last, child)) break;
      planned[place] = child;
      place = 2 * place + (isRight ? 2 : 1);
    }
    planned[place] = last;
  }
}

/** Servers that take work in the order of its arrival. */
export class Station {
  /** Seconds of work done, up to now. */
  private done = 0;
  private running = 0;
  /** When work began that still runs. */
  private readonly began = new Set<{ readonly at: number }>();
  private readonly waiting: { readonly seconds: number; readonly done: () => void }[] = [];
  private first = 0;

  constructor(
    private readonly timeline: Timeline,
    private readonly servers: number,
  ) {}

  /** Seconds of work done, with the share of what still runs. */
  get busy(): number {
    let total = this.done;
    for (const { at } of this.began) total += this.timeline.now - at;
    return total;
  }

  work(seconds: number, done: () => void): void {
    if (this.running < this.servers) this.begin(seconds, done);
    else this.waiting.push({ seconds, done });
  }

  private begin(seconds: number, done: () => void): void {
    this.running += 1;
    const began = { at: this.timeline.now };
    this.began.add(began);
    this.timeline.in(seconds, () => {
      this.running -= 1;
      this.began.delete(began);
      this.done += seconds;
      const next = this.waiting[this.first];
      if (next) {
        this.first += 1;
        if (this.first === this.waiting.length) {
          this.waiting.length = 0;
          this.first = 0;
        }
        this.begin(next.seconds, next.done);
      }
      done();
    });
  }
}
