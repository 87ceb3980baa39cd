class Spent extends Error {}

/**
 * Work left for finding patterns and filling in templates. A unit is one character read by one instruction of a pattern,
 * some ten nanoseconds at most.
 */
export class MatchingWork {
  constructor(private left: number) {}

  /** Throws out of `within` if no work is left. */
  spend(units: number): void {
    this.left -= units;
    if (this.left < 0) throw new Spent();
  }

  /** The result of matching; undefined once the work is spent, and from then on. */
  within<A>(match: () => A): A | undefined {
    if (this.left < 0) return undefined;
    try {
      return match();
    } catch (error) {
      if (error instanceof Spent) return undefined;
      throw error;
    }
  }
}

/** A text whose reading counts as work. Engines that find patterns read characters by code, and can't be stopped otherwise. */
export class CountedText extends String {
  /** The cost of reading one character. */
  weight = 1;

  constructor(
    private readonly text: string,
    private readonly work: MatchingWork,
  ) {
    super(text);
  }

  override charCodeAt(index: number): number {
    this.work.spend(this.weight);
    return this.text.charCodeAt(index);
  }
}
