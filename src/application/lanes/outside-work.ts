/** Something that work in a lane needs and that takes long to make. */
export interface Wanted<A> {
  /** The same for the same thing: it is made once for all runs of the work. */
  readonly key: string;
  readonly make: () => Promise<A>;
  /** Stands for it in a run that doesn't have it yet. */
  readonly meanwhile: A;
  /** Whether the work can do without in the end. */
  readonly isDispensable: boolean;
}

/**
 * What a piece of work has made outside of its lane: texts as HTML, large reads. Nobody may wait for such things in the
 * lane: a run that misses one decides nothing, and the work runs again when all that it missed is made.
 */
export class OutsideWork {
  private readonly made = new Map<string, unknown>();
  private readonly missing = new Map<string, Wanted<unknown>>();
  private needsAll = true;

  /** Whether the last run missed anything that it can't do without. */
  get isMissed(): boolean {
    return this.missing.size > 0 && (this.needsAll || this.isRefusalOpen);
  }

  /** Whether the last run missed what may turn its refusal: other than a text, which nothing is refused for. */
  get isRefusalOpen(): boolean {
    for (const { isDispensable } of this.missing.values()) if (!isDispensable) return true;
    return false;
  }

  /** Forgets what an earlier run missed. */
  beginRun(): void {
    this.missing.clear();
  }

  /** Lets the next runs do without what is dispensable. */
  giveUp(): void {
    this.needsAll = false;
  }

  /** What was made under the key, or what stands for it. */
  get<A>(wanted: Wanted<A>): A {
    if (this.made.has(wanted.key)) return this.made.get(wanted.key) as A;
    this.missing.set(wanted.key, wanted);
    return wanted.meanwhile;
  }

  /** Makes everything that the last run missed. */
  async makeMissed(): Promise<void> {
    await Promise.all(
      [...this.missing.values()].map(async ({ key, make }) => this.made.set(key, await make())),
    );
  }
}
