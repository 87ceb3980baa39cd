import pino, { type Logger } from "pino";
import { briefError } from "../../adapters/system/brief-error";
import type { Config } from "../../config/config";

export interface Log {
  readonly logger: Logger;
  /** Takes the failures of work that nobody waits for. */
  readonly onError: (error: unknown) => void;
}

/** The log of a process. */
export const openLog = ({ logLevel }: Pick<Config, "logLevel">): Log => {
  const logger = pino({ level: logLevel, serializers: { err: briefError } });
  return { logger, onError: (err) => logger.error({ err }, "background work failed") };
};
