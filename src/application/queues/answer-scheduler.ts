/** Milliseconds of answering in one turn of the event loop, unless everything else takes longer. */
const usualSlice = 20;
const longestSlice = 60;
/** The most turns in a row that accept a connection instead of answering. */
const mostTurnsGiven = 100;

/**
 * Runs what follows an ended wait in a later turn of the event loop: an answer must not interrupt the delivery of an event to
 * other queues, nor delay the answer to the client that sent it. After some milliseconds of answers, other requests run. The
 * longer they take, the longer the next slice of answers, up to a limit: otherwise an overloaded server would deliver next to
 * nothing.
 */
export class AnswerScheduler {
  private following: (() => void)[] = [];
  /** The next of them to run. */
  private next = 0;
  private isDue = false;
  private endedAt = Number.POSITIVE_INFINITY;
  private givesWay = false;
  private turnsGiven = 0;

  constructor(
    private readonly onError: (error: unknown) => void,
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(follow: () => void): void {
    this.following.push(follow);
    if (!this.isDue) this.continueLater();
  }

  /**
   * Notes a new connection, and pauses answering while clients connect: each turn of the event loop accepts only one, and
   * thousands of answers make turns long.
   */
  giveWay(): void {
    this.givesWay = true;
  }

  private continueLater(): void {
    this.isDue = true;
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
    const until = began + Math.min(longestSlice, Math.max(usualSlice, began - this.endedAt));
    // Answers added in this turn wait for the next one.
    const last = this.following.length;
    do {
      try {
        this.following[this.next]?.();
      } catch (error) {
        this.onError(error);
      }
      this.next += 1;
    } while (this.next < last && this.now() < until);
    if (this.next < this.following.length) {
      this.endedAt = this.now();
      this.continueLater();
      return;
    }
    this.endedAt = Number.POSITIVE_INFINITY;
    this.following = [];
    this.next = 0;
    this.isDue = false;
  }
}
