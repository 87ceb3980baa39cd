/** Characters. A text that was delivered to everybody it is for is of no more use, and everybody's turn comes soon. */
const mostCharacters = 8_000_000;

interface Kept {
  readonly length: number;
  readonly forget: () => void;
}

/**
 * Limits how much encoded text is kept for others who will receive the same. A queue that nobody polls keeps its events for days; without a
 * limit, it would keep all that was encoded of them, for each kind of reader.
 */
export class RecentTexts {
  /** In the order in which they were encoded. */
  private readonly kept = new Set<Kept>();
  private length = 0;

  constructor(private readonly most = mostCharacters) {}

  /**
   * Counts a text, which its owner keeps. It is forgotten once newer ones fill the room; whoever receives the same later encodes it anew.
   * Owners that nothing else refers to don't live longer for it.
   */
  keep<Owner extends object>(length: number, owner: Owner, forget: (owner: Owner) => void): void {
    const reference = new WeakRef(owner);
    const forgetIt = (): void => {
      const living = reference.deref();
      if (living !== undefined) forget(living);
    };
    this.kept.add({ length, forget: forgetIt });
    this.length += length;
    for (const oldest of this.kept) {
      if (this.length <= this.most) return;
      this.kept.delete(oldest);
      this.length -= oldest.length;
      oldest.forget();
    }
  }
}

/** The texts of all events, signals and answers that this process has encoded. */
export const recentTexts = new RecentTexts();
