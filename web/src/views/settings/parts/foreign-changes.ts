import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";

/** The number of changes this window has requested whose events haven't arrived. */
const expected = new Map<string, number>();
/** A change without effect produces no event. */
const longestWait = 5000;

const expect = (key: string, more: number): void => {
  const count = (expected.get(key) ?? 0) + more;
  if (count > 0) expected.set(key, count);
  else expected.delete(key);
};

/** Runs a change under a key, so that its event is recognized as this window's own. */
export const runAsOwnChange = async <A>(key: string, doing: () => Promise<A>): Promise<A> => {
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

/** Whether an event comes from this window's own change; each change counts once. */
const consumeOwnChange = (key: string): boolean => {
  const isOwn = expected.has(key);
  if (isOwn) expect(key, -1);
  return isOwn;
};

/** The value before somebody else changed it, while the view is open. */
export const usePreviousValue = <A>(
  key: string,
  now: A,
  textOf: (one: A) => string,
): Signal<A | undefined> => {
  const last = useRef(now);
  const before = useSignal<A | undefined>(undefined);
  const text = textOf(now);
  useEffect(() => {
    const was = last.current;
    last.current = now;
    if (textOf(was) === text) return;
    before.value = consumeOwnChange(key) ? undefined : was;
  }, [text]);
  return before;
};
