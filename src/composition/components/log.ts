import pino, { type Logger } from "pino";
import { briefError } from "../../adapters/system/brief-error";
import { systemClock } from "../../adapters/system/clock";
import type { Clock } from "../../application/ports/system/clock";
import type { Config } from "../../config/config";
import { codeOf, messageOf } from "../../domain/codec/caught";
import { Repetitions } from "../../domain/collections/repetitions";
import { millisecondsIn } from "../../domain/units/time";

export interface Log {
  readonly logger: Logger;
  /** Takes the failures of work that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** How long an error isn't logged again after a line about it, in milliseconds. */
const silence = millisecondsIn.minute;
const mostErrors = 200;

/** Where an error was made: two bugs may have the same words. */
const originOf = (error: unknown): string =>
  error instanceof Error ? (error.stack?.split("\n    at ")[1] ?? "") : "";

/**
 * Limits each error to a line a minute, with the number of failures it summarizes: during an outage, work that runs every second fails every
 * second, in the same way.
 */
export const withoutRepetition = (
  write: (error: unknown, repeated: number) => void,
  clock: Clock,
): Log["onError"] => {
  const repetitions = new Repetitions<string>(silence, mostErrors);
  return (error) => {
    const key = `${codeOf(error) ?? ""} ${messageOf(error) || String(error)} ${originOf(error)}`;
    const repeated = repetitions.note(key, clock.now());
    if (repeated !== undefined) write(error, repeated);
  };
};

/**
 * Logs Node's warnings, such as that a library will need a newer Node, like everything else instead of as plain lines. Does nothing if
 * the operator turned warnings off.
 */
export const logWarnings = (logger: Pick<Logger, "warn">, source: NodeJS.EventEmitter = process): void => {
  if (source.listenerCount("warning") === 0) return;
  source.removeAllListeners("warning");
  source.on("warning", (err: Error) => {
    if (err.name === "DeprecationWarning" && process.noDeprecation === true) return;
    logger.warn({ err }, "Node.js warns");
  });
};

/** The log of a process. */
export const openLog = ({ logLevel }: Pick<Config, "logLevel">): Log => {
  const logger = pino({ level: logLevel, serializers: { err: briefError } });
  const onError = withoutRepetition(
    (err, repeated) => logger.error({ err, ...(repeated > 0 && { repeated }) }, "background work failed"),
    systemClock,
  );
  return { logger, onError };
};
