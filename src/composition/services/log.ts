import pino, { type Logger } from "pino";
import { briefError } from "../../adapters/system/brief-error";
import { systemClock } from "../../adapters/system/clock";
import type { Clock } from "../../application/ports/system/clock";
import type { Config } from "../../config/config";
import { codeOf, messageOf } from "../../domain/codec/caught";
import { millisecondsIn } from "../../domain/units/time";

export interface Log {
  readonly logger: Logger;
  /** Takes the failures of work that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** How long an error stays silent after a line about it, in milliseconds. */
const silence = millisecondsIn.minute;
const mostErrors = 200;

/** Where an error was made: two bugs may have the same words. */
const originOf = (error: unknown): string =>
  error instanceof Error ? (error.stack?.split("\n    at ")[1] ?? "") : "";

/**
 * Limits each error to a line a minute, which says how many it stands for: during an outage, work that runs every second fails every
 * second, in the same way.
 */
export const withoutRepetition = (
  write: (error: unknown, repeated: number) => void,
  clock: Clock,
): Log["onError"] => {
  const lines = new Map<string, { at: number; silent: number }>();
  return (error) => {
    const key = `${codeOf(error) ?? ""} ${messageOf(error) || String(error)} ${originOf(error)}`;
    const last = lines.get(key);
    // The clock may have been set back.
    if (last !== undefined && Math.abs(clock.now() - last.at) < silence) {
      last.silent += 1;
      return;
    }
    lines.delete(key);
    lines.set(key, { at: clock.now(), silent: 0 });
    const [oldest] = lines.keys();
    if (lines.size > mostErrors && oldest !== undefined) lines.delete(oldest);
    write(error, last?.silent ?? 0);
  };
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
