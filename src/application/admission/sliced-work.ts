/** In milliseconds. */
const longestSlice = 60;
/** The most turns in a row that accept a connection instead of working. */
const mostTurnsGiven = 100;
/** How much of what earlier slices took counts after another one. */
const remembered = 0.9;

/**
 * Work for many clients, done in order in later turns of the event loop, a few milliseconds in each, so that other requests run in
 * between. The longer those take, the longer the next slice, up to a limit: otherwise an overloaded server would make next to no
 * progress.
 */
export class SlicedWork {
  private waiting: (() => void)[] = [];
  private endedAt = Number.POSITIVE_INFINITY;
  private givesWay = false;
  private turnsGiven = 0;
  /** The milliseconds and pieces of the last slices. */
  private took = 0;
  private pieces = 0;

  constructor(
    private readonly onError: (error: unknown) => void,
    /** Milliseconds of this work in one turn of the event loop, unless everything else takes longer. */
    private readonly usualSlice: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** The average milliseconds of a piece of work lately. */
  get pieceTime(): number {
    return this.pieces === 0 ? 0 : this.took / this.pieces;
  }

  add(work: () => void): void {
    this.waiting.push(work);
    // Until a slice ends, what it has done is still among those that wait.
    if (this.waiting.length === 1) this.continueLater();
  }

  /**
   * Notes a new connection, and pauses while clients connect: each turn of the event loop accepts only one, and work for thousands
   * makes turns long.
   */
  giveWay(): void {
    this.givesWay = true;
  }

  private continueLater(): void {
    setImmediate(() => this.run());
  }

  private run(): void {
    if (this.givesWay && this.turnsGiven < mostTurnsGiven) {
      this.givesWay = false;
      this.turnsGiven += 1;
      this.continueLater();
      return;
    }
    this.turnsGiven = 0;
    const began = this.now();
    const until = began + Math.min(longestSlice, Math.max(this.usualSlice, began - this.endedAt));
    // Work added in this turn waits for the next one.
    const last = this.waiting.length;
    let done = 0;
    do {
      try {
        this.waiting[done]?.();
      } catch (error) {
        this.onError(error);
      }
      done += 1;
    } while (done < last && this.now() < until);
    this.waiting = this.waiting.slice(done);
    const ended = this.now();
    this.took = remembered * this.took + ended - began;
    this.pieces = remembered * this.pieces + done;
    if (this.waiting.length === 0) this.endedAt = Number.POSITIVE_INFINITY;
    else {
      this.endedAt = ended;
      this.continueLater();
    }
  }
}
