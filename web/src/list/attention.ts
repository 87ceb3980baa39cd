/** Where a message's end is, in pixels from the top of what is seen. */
export interface Seen {
  readonly id: number;
  readonly end: number;
}

/**
 * Finds out what has been read: an unread message whose end was in view for a second, with the window focused, and
 * with some input since it came into view. Times are Unix milliseconds.
 */
export interface Attention {
  /** What is seen now; answers the messages that have been read by now. */
  look(unread: readonly Seen[], height: number, isFocused: boolean, now: number): readonly number[];
  /** Somebody did something. */
  input(now: number): void;
}

const longEnough = 1000;

export const attention = (): Attention => {
  let since = new Map<number, number>();
  let lastInput = 0;
  return {
    input: (now) => {
      lastInput = now;
    },
    look: (unread, height, isFocused, now) => {
      const inView = isFocused ? unread.filter(({ end }) => end > 0 && end <= height) : [];
      since = new Map(inView.map(({ id }) => [id, since.get(id) ?? now]));
      const read = [...since].flatMap(([id, from]) =>
        now - from >= longEnough && lastInput >= from ? [id] : [],
      );
      for (const id of read) since.delete(id);
      return read;
    },
  };
};
