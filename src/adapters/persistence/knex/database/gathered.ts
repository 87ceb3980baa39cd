import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { isRefusal } from "./refusal";

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** After this many milliseconds, calls no longer wait for others. */
const longestWait = 5;

/**
 * Gathers the calls that are made for a key while earlier ones for it are under way, and as long as each turn of the event loop brings
 * more. Then runs them together, at most `most` at once: under load, one statement does the work of many, and a call that comes alone
 * waits for no more than a turn in which nothing happens.
 *
 * `run` returns a result for each item, in order. If PostgreSQL refuses a value of a shared statement, each of its calls runs again by
 * itself, so that none fails because of another. A lost connection fails all calls that shared the statement, and calls made meanwhile
 * wait for it. A pause after each run gathers more, for calls that nobody waits for.
 */
export const gathered = <Key, Item, Result>(
  run: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
  pauseMilliseconds = 0,
): ((key: Key, item: Item) => Promise<Result>) => {
  /** The calls that wait. A key stays, perhaps without calls, until its earlier calls and their pause have ended. */
  const waiting = new Map<Key, Call<Item, Result>[]>();

  const runTogether = async (key: Key, calls: readonly Call<Item, Result>[]): Promise<void> => {
    try {
      const results = await run(
        key,
        calls.map(({ item }) => item),
      );
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      if (calls.length > 1 && isRefusal(error)) for (const call of calls) await runTogether(key, [call]);
      else for (const { reject } of calls) reject(error);
    }
  };

  /** Waits for the end of a turn of the event loop, again and again, until no more calls have come since the last look. */
  const untilNoMoreCome = async (calls: readonly Call<Item, Result>[]): Promise<void> => {
    const began = performance.now();
    let before = 0;
    while (before < calls.length && calls.length < most && performance.now() - began < longestWait) {
      before = calls.length;
      await nextTurn();
    }
  };

  const runAll = async (key: Key, calls: Call<Item, Result>[]): Promise<void> => {
    while (calls.length > 0) {
      await untilNoMoreCome(calls);
      await runTogether(key, calls.splice(0, most));
      if (pauseMilliseconds > 0) await sleep(pauseMilliseconds);
    }
    waiting.delete(key);
  };

  return (key, item) =>
    new Promise((resolve, reject) => {
      const call = { item, resolve, reject };
      const calls = waiting.get(key);
      if (calls) {
        calls.push(call);
        return;
      }
      const first = [call];
      waiting.set(key, first);
      // The first look is at the end of this turn, so that a whole one follows.
      setImmediate(() => void runAll(key, first));
    });
};
