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
 * Gathers the calls for a key while earlier calls for it are running, and as long as each turn of the event loop brings more. Then runs
 * them together, at most `most` at once: under load, one statement does the work of many, and a single call waits only for one idle
 * turn.
 *
 * `run` returns a result for each item, in order. If PostgreSQL refuses a value of a shared statement, each of its calls runs again
 * alone, so that none fails because of another. A lost connection fails all calls that shared the statement, and delays later
 * ones. A pause after each run gathers more calls, if nobody waits for them.
 */
export const gathered = <Key, Item, Result>(
  run: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
  most: number,
  pauseMilliseconds = 0,
): ((key: Key, item: Item) => Promise<Result>) => {
  /** Waiting calls by key. A key stays, even without calls, until its earlier calls and their pause have ended. */
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

  /** Waits until a turn of the event loop has passed without further calls. */
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
      // This check runs at the end of the current turn, so a whole turn follows it.
      setImmediate(() => void runAll(key, first));
    });
};
