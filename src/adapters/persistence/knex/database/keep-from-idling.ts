import { longestPause } from "./database";
import type { Sql } from "./rows";

/** Milliseconds. A frozen process runs no statements, so it still loses its transaction. */
export const usualBeat = longestPause / 4;

/**
 * Runs a statement now and then in a transaction that waits for work elsewhere, because the server ends idle ones. Returns
 * what stops it.
 */
export const keepFromIdling = (trx: Sql, beatMilliseconds = usualBeat): (() => void) => {
  // Ignores failures: if the connection is lost, the end of the transaction fails.
  const beat = setInterval(() => trx.raw("SELECT").catch(() => undefined), beatMilliseconds);
  return () => clearInterval(beat);
};
