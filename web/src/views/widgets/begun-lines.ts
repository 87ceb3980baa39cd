import { type Signal, signal } from "@preact/signals";

/** Unfinished text in the poll or to-do list of a message. */
interface Begun {
  /** A new option or task. */
  readonly line: Signal<string>;
  /** Another question or title; undefined while the known one is shown. */
  readonly title: Signal<string | undefined>;
  /** The first index that no option or task of theirs has, including those that the server doesn't know yet. */
  next: number;
}

/** Kept as long as the window lives: the user may read elsewhere in between. */
const begun = new Map<number, Begun>();

export const begunIn = (messageId: number): Begun => {
  const known = begun.get(messageId) ?? { line: signal(""), title: signal(undefined), next: 0 };
  begun.set(messageId, known);
  return known;
};
