import { longestPause } from "./database";
import type { Sql } from "./rows";

/** Milliseconds. A frozen process runs no statements, so it still loses its transaction. */
export const usualBeat = longestPause / 4;

interface Options {
  readonly beatMilliseconds?: number;
  /** Stops after this many milliseconds: work that never ends must not hold its locks for ever. */
  readonly longest?: number;
}

/**
 * Runs a statement now and then in a transaction that waits for work elsewhere, because the server ends idle ones. Returns
 * what stops it.
 */
export const keepFromIdling = (
  trx: Sql,
  { beatMilliseconds = usualBeat, longest = Number.POSITIVE_INFINITY }: Options = {},
): (() => void) => {
  let left = Math.floor(longest / beatMilliseconds);
  // Ignores failures: if the connection is lost, the end of the transaction fails.
  const beat = setInterval(() => {
    trx.raw("SELECT").catch(() => undefined);
    left -= 1;
    if (left <= 0) clearInterval(beat);
  }, beatMilliseconds).unref();
  return () => clearInterval(beat);
};
