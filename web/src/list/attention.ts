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
  /** Treats what is shown as read; if it is marked as unread later, it stays unread as long as the view is open. */
  showRead(ids: Iterable<number>): void;
  /** The user pressed a key, scrolled or moved the pointer. */
  input(now: number): void;
  /** Ends what is in view, as the view closes; returns the messages that count as read by now. */
  leave(): readonly number[];
}

const longEnough = 1000;

export const attention = (): Attention => {
  let since = new Map<number, number>();
  let lastInput = 0;
  const shownRead = new Set<number>();
  // The input that takes messages out of view shows that somebody had them in view.
  const readAmong = (gone: Iterable<readonly [number, number]>): readonly number[] =>
    [...gone].flatMap(([id, from]) => (lastInput - from >= longEnough ? [id] : []));
  return {
    showRead: (ids) => {
      for (const id of ids) shownRead.add(id);
    },
    input: (now) => {
      lastInput = now;
    },
    look: (unread, height, isFocused, now) => {
      const isSeen = ({ id, end }: VisibleMessage) => end > 0 && end <= height && !shownRead.has(id);
      const inView = isFocused ? unread.filter(isSeen) : [];
      const before = since;
      since = new Map(inView.map(({ id }) => [id, before.get(id) ?? now]));
      const left = readAmong([...before].filter(([id]) => !since.has(id)));
      const read = [...since].flatMap(([id, from]) =>
        now - from >= longEnough && lastInput >= from ? [id] : [],
      );
      for (const id of read) since.delete(id);
      return [...left, ...read];
    },
    leave: () => {
      const read = readAmong(since);
      since = new Map();
      return read;
    },
  };
};
