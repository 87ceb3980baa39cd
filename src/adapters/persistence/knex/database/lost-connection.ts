import { isNativeError } from "node:util/types";
import { codeOf } from "../../../../domain/codec/caught";

/**
 * SQLSTATEs of a connection that PostgreSQL ended or refused: class 08 (connection exceptions), shutdowns and
 * start-ups of class 57, and an idle transaction (25P03).
 */
const lost = /^(08...|25P03|57P0[123])$/;

/** System errors of a connection that the other side closed. */
const left = new Set(["ECONNRESET", "EPIPE"]);

/** Messages of the driver for a connection that ended or stays silent. */
const ended = /Connection terminated|Query read timeout/;

/**
 * Whether a query failed because its connection did. Nobody knows then whether it was carried out, so only a
 * query that changes nothing may be retried.
 */
export const isLostConnection = (error: unknown): boolean => {
  if (!isNativeError(error)) return false;
  const code = codeOf(error);
  return code === undefined ? ended.test(error.message) : left.has(code) || lost.test(code);
};
