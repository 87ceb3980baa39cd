/** A kind of turns, each of which takes the same share of a common memory. */
export interface Sharer {
  /** In MiB. */
  readonly share: number;
  /** Whether it goes before those in line, because people wait for it. Urgent shares must leave room for the largest other one. */
  readonly isUrgent: boolean;
  /** Starts the next waiting turn and takes memory for it; takes none if nobody waits. */
  startNext(): void;
}

/**
 * Memory for the turns of several kinds of work. Each kind has a limit, but without a common one the limits would add up. A turn
 * that needs more than is free waits in line. The first in line gets what becomes free, so that small shares don't starve a large
 * one; only urgent turns go before it.
 */
export class SharedMemory {
  private used = 0;
  private readonly line = new Set<Sharer>();

  /** @param most in MiB; no share may be larger */
  constructor(private readonly most: number) {}

  /** Takes the memory for one turn. False if there is too little: the sharer is in line now. */
  take(sharer: Sharer): boolean {
    if (!this.hasRoomFor(sharer)) {
      this.line.add(sharer);
      return false;
    }
    this.line.delete(sharer);
    this.used += sharer.share;
    return true;
  }

  /** Returns the memory of one turn and starts whatever in line now fits. */
  giveBack({ share }: Sharer): void {
    this.used -= share;
    this.serve();
  }

  /** Takes a sharer out of line: nobody waits for its turns any more. */
  forgo(sharer: Sharer): void {
    if (this.line.delete(sharer)) this.serve();
  }

  private hasRoomFor(sharer: Sharer): boolean {
    const [first = sharer] = this.line;
    const reserved = first === sharer || sharer.isUrgent ? 0 : first.share;
    return this.used + reserved + sharer.share <= this.most;
  }

  private serve(): void {
    for (let isChanging = true; isChanging; ) {
      isChanging = false;
      for (const sharer of [...this.line]) {
        if (!this.hasRoomFor(sharer)) continue;
        const { used } = this;
        sharer.startNext();
        // A sharer that took none no longer keeps the others waiting.
        if (this.used === used) this.line.delete(sharer);
        isChanging = true;
      }
    }
  }
}
