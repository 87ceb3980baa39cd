/** A place in a line. */
export interface Place<Item> {
  readonly item: Item;
  ahead: Place<Item> | undefined;
  behind: Place<Item> | undefined;
}

/** Items in order of arrival. Any of them can leave in constant time. */
export class WaitingLine<Item> {
  private head: Place<Item> | undefined;
  private tail: Place<Item> | undefined;
  private count = 0;

  get length(): number {
    return this.count;
  }

  get first(): Item | undefined {
    return this.head?.item;
  }

  get last(): Item | undefined {
    return this.tail?.item;
  }

  join(item: Item): Place<Item> {
    const place: Place<Item> = { item, ahead: this.tail, behind: undefined };
    if (this.tail) this.tail.behind = place;
    else this.head = place;
    this.tail = place;
    this.count += 1;
    return place;
  }

  /**
   * Gives up a place in this line; only once. Unlinks the place: one in V8's old generation would otherwise keep everybody behind it, and
   * all who join later, from being collected young.
   */
  leave(place: Place<Item>): void {
    const { ahead, behind } = place;
    place.ahead = undefined;
    place.behind = undefined;
    if (ahead) ahead.behind = behind;
    else this.head = behind;
    if (behind) behind.ahead = ahead;
    else this.tail = ahead;
    this.count -= 1;
  }
}
