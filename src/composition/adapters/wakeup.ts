import { createHash } from "node:crypto";
import type { Knex } from "knex";
import type { Connection } from "../../adapters/persistence/knex/database/database";
import { secretSeals } from "../../adapters/security/seals";
import type { Bus } from "../../adapters/wakeup/bus";
import { busWakeup } from "../../adapters/wakeup/bus-wakeup";
import { natsBus } from "../../adapters/wakeup/nats-bus";
import { postgresBus } from "../../adapters/wakeup/postgres-bus";
import { redisBus } from "../../adapters/wakeup/redis-bus";
import type { Clock } from "../../application/ports/system/clock";
import type { Config } from "../../config/config";

interface Dependencies {
  readonly db: Knex;
  readonly connection: Connection;
  readonly secret: string;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
  /** Receives what fails while the bus is away. */
  readonly onOutage?: (error: unknown) => void;
  /** The bus to use instead of the configured one. */
  readonly bus?: Bus | undefined;
}

/**
 * The prefix of names in an engine that several installations may share: nodes of one installation have the
 * same secret.
 */
export const sharedPrefix = (secret: string): string =>
  `parley.${createHash("sha256").update(`shared engines ${secret}`).digest("hex").slice(0, 16)}`;

/**
 * Whether the processes of this server wake each other through their primary process: nobody else serves an embedded
 * database.
 */
export const usesRelay = ({ databaseUrl, wakeup }: Pick<Config, "databaseUrl" | "wakeup">): boolean =>
  databaseUrl === undefined && wakeup === "postgres";

const busOf = ({ wakeup, redisUrl, natsUrl }: Config, { db, connection, secret }: Dependencies): Bus => {
  if (wakeup === "redis" && redisUrl !== undefined) return redisBus(redisUrl, sharedPrefix(secret));
  if (wakeup === "nats" && natsUrl !== undefined) return natsBus(natsUrl, sharedPrefix(secret));
  return postgresBus(db, connection);
};

/** The configured way in which processes wake each other. */
export const wakeupOf = (config: Config, dependencies: Dependencies) =>
  busWakeup(dependencies.bus ?? busOf(config, dependencies), {
    ...dependencies,
    seals: secretSeals(dependencies.secret, "parley wake-up bus"),
  });
