/**
 * Items by rank, with quick access to the first: a binary heap that knows where each item is. Ranks may change; after
 * changing one, place its item again before touching another.
 */
export class Ranking<Item> {
  private readonly heap: Item[] = [];
  private readonly places = new Map<Item, number>();

  constructor(private readonly isBefore: (one: Item, other: Item) => boolean) {}

  get first(): Item | undefined {
    return this.heap[0];
  }

  /** Puts the item where its rank says, or removes it. */
  place(item: Item, isRanked: boolean): void {
    const at = this.places.get(item);
    if (isRanked) this.sift(item, at ?? this.heap.length);
    else if (at !== undefined) this.remove(item, at);
  }

  private remove(item: Item, at: number): void {
    this.places.delete(item);
    const last = this.heap.pop();
    if (last !== undefined && last !== item) this.sift(last, at);
  }

  /** Moves the item from a place up or down to its own. */
  private sift(item: Item, from: number): void {
    let at = from;
    for (let above = parentOf(at); at > 0; above = parentOf(at)) {
      const parent = this.heap[above];
      if (parent === undefined || !this.isBefore(item, parent)) break;
      this.put(parent, at);
      at = above;
    }
    for (let below = this.firstBelow(at); below < this.heap.length; below = this.firstBelow(at)) {
      const child = this.heap[below];
      if (child === undefined || !this.isBefore(child, item)) break;
      this.put(child, at);
      at = below;
    }
    this.put(item, at);
  }

  private firstBelow(at: number): number {
    const left = 2 * at + 1;
    const [one, other] = [this.heap[left], this.heap[left + 1]];
    return one !== undefined && other !== undefined && this.isBefore(other, one) ? left + 1 : left;
  }

  private put(item: Item, at: number): void {
    this.heap[at] = item;
    this.places.set(item, at);
  }
}

const parentOf = (at: number): number => (at - 1) >> 1;
