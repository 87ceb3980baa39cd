/** Counts by name; drops counts of zero. */
export class CountsByName {
  private readonly counts = new Map<string, number>();

  get(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  add(name: string, more: 1 | -1): void {
    const count = this.get(name) + more;
    if (count === 0) this.counts.delete(name);
    else this.counts.set(name, count);
  }
}
