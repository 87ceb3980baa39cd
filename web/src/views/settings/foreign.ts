import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** How many changes this window has asked for, and hasn't heard of. */
const expected = new Map<string, number>();
/** A change that changed nothing is never heard of. */
const longestWait = 5000;

const expect = (key: string, more: number): void => {
  const count = (expected.get(key) ?? 0) + more;
  if (count > 0) expected.set(key, count);
  else expected.delete(key);
};

/** Does something to what has a key, to tell this window's changes from those of others. */
export const asOwn = async <A>(key: string, doing: () => Promise<A>): Promise<A> => {
  expect(key, 1);
  try {
    const done = await doing();
    setTimeout(() => expected.delete(key), longestWait);
    return done;
  } catch (error) {
    expect(key, -1);
    throw error;
  }
};

/** Whether a change that is heard of is one of this window's: each counts once. */
const takeOwn = (key: string): boolean => {
  const isOwn = expected.has(key);
  if (isOwn) expect(key, -1);
  return isOwn;
};

/** What something was before somebody else changed it, while it is shown. */
export const useForeign = <A>(key: string, now: A, textOf: (one: A) => string): Signal<A | undefined> => {
  const last = useRef(now);
  const before = useSignal<A | undefined>(undefined);
  const text = textOf(now);
  useEffect(() => {
    const was = last.current;
    last.current = now;
    if (textOf(was) === text) return;
    before.value = takeOwn(key) ? undefined : was;
  }, [text]);
  return before;
};
