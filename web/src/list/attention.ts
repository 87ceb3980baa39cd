/** The bottom of a message, in pixels from the top of the viewport. */
export interface VisibleMessage {
  readonly id: number;
  readonly end: number;
}

/**
 * Decides what has been read: an unread message counts as read after its end was in view for a second while the window
 * was focused, with some input since it came into view. Times are Unix milliseconds.
 */
export interface Attention {
  /** Takes what is visible now; returns the messages that count as read by now. */
  look(unread: readonly VisibleMessage[], height: number, isFocused: boolean, now: number): readonly number[];
  /** The user pressed a key, scrolled or moved the pointer. */
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
      const before = since;
      since = new Map(inView.map(({ id }) => [id, before.get(id) ?? now]));
      // The input that scrolls messages away shows that somebody had them in view.
      const left = [...before].flatMap(([id, from]) =>
        !since.has(id) && lastInput - from >= longEnough ? [id] : [],
      );
      const read = [...since].flatMap(([id, from]) =>
        now - from >= longEnough && lastInput >= from ? [id] : [],
      );
      for (const id of read) since.delete(id);
      return [...left, ...read];
    },
  };
};
