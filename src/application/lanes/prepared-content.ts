/** One piece of such content, as work asks for it. */
export interface ContentRequest<A> {
  /** Equal for equal content, which is prepared once for all runs of the work. */
  readonly key: string;
  readonly make: () => Promise<A>;
  /** The placeholder for a run that lacks the content. */
  readonly meanwhile: A;
  /** Whether the work may commit with the placeholder. */
  readonly isDispensable: boolean;
}

/**
 * Content that work needs and that takes too long to prepare in the lane: rendered texts, large reads. A run that lacks some decides
 * nothing, and the work runs again once all of it has been prepared outside.
 */
export class PreparedContent {
  private readonly prepared = new Map<string, unknown>();
  private readonly missing = new Map<string, ContentRequest<unknown>>();
  private needsAll = true;

  /** Whether the last run lacked anything indispensable. */
  get isMissing(): boolean {
    return this.missing.size > 0 && (this.needsAll || this.isRefusalOpen);
  }

  /**
   * Whether the last run lacked something that could change its refusal: anything but a text, since no
   * refusal depends on one.
   */
  get isRefusalOpen(): boolean {
    for (const { isDispensable } of this.missing.values()) if (!isDispensable) return true;
    return false;
  }

  /** Forgets what an earlier run lacked. */
  beginRun(): void {
    this.missing.clear();
  }

  /** Lets further runs do without dispensable content. */
  giveUp(): void {
    this.needsAll = false;
  }

  /** The prepared content for the request's key, or its placeholder. */
  get<A>(request: ContentRequest<A>): A {
    // A request with the same key prepared it, and equal keys mean equal content.
    if (this.prepared.has(request.key)) return this.prepared.get(request.key) as A;
    this.missing.set(request.key, request);
    return request.meanwhile;
  }

  /** Prepares everything that the last run lacked. */
  async prepareMissing(): Promise<void> {
    await Promise.all(
      [...this.missing.values()].map(async ({ key, make }) => this.prepared.set(key, await make())),
    );
  }
}
