import { isNativeError } from "node:util/types";

/**
 * What PostgreSQL says when it ends a connection or takes none: class 08, connection exceptions, and the shutdowns
 * and start-ups of class 57, and a transaction that was left idle (25P03).
 */
const lost = /^(08...|25P03|57P0[123])$/;

/** What the system says of a connection that the other side has left. */
const left = new Set(["ECONNRESET", "EPIPE"]);

/** The driver's own words where the connection just ends, or stays silent. */
const ended = /Connection terminated|Query read timeout/;

/**
 * Whether a query failed because its connection did. Then nobody knows whether it was carried out, so that only a
 * query that changes nothing may be asked again.
 */
export const isLostConnection = (error: unknown): boolean => {
  if (!isNativeError(error)) return false;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? ended.test(message) : left.has(code) || lost.test(code);
};
