import type { Knex } from "knex";
import { postgresCounts } from "../../adapters/security/postgres-counts";
import { redisCounts } from "../../adapters/security/redis-counts";
import { systemClock } from "../../adapters/system/clock";
import { SharedCalls } from "../../application/admission/shared-calls";
import type { Config } from "../../config/config";
import { processCount } from "../adapters/process-count";
import { sharedPrefix } from "../adapters/wakeup";
import { type Component, component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";
import { outagesOf } from "./outages";

interface Dependencies {
  readonly db: Knex;
  readonly secret: string;
  readonly onError: (error: unknown) => void;
}

const exchangeMilliseconds = 1000;

/** Counts calls on all nodes, and its components. */
interface OpenSharedCalls {
  readonly calls: SharedCalls | undefined;
  readonly components: readonly Component[];
}

/**
 * Processes share call counts in Redis if one is configured, otherwise in their database; a single process
 * counts alone.
 */
export const openSharedCalls = (config: Config, { db, secret, onError }: Dependencies): OpenSharedCalls => {
  const { redisUrl, databaseUrl, callsPerMinute, role } = config;
  const isAlone = redisUrl === undefined && databaseUrl === undefined && processCount(config) === 1;
  if (callsPerMinute === 0 || role === "jobs" || isAlone) return { calls: undefined, components: [] };
  const onOutage = outagesOf("calls at other nodes", { clock: systemClock, onError });
  const redis = redisUrl === undefined ? undefined : redisCounts(redisUrl, sharedPrefix(secret), onOutage);
  const calls = new SharedCalls({ sharedCounts: redis ?? postgresCounts(db), clock: systemClock });
  return {
    calls,
    components: [
      component("Redis for limits", { stop: async () => redis?.close() }),
      recurring("calls at other nodes", () => calls.exchange(), {
        everyMilliseconds: exchangeMilliseconds,
        atOnce: false,
        onError: onOutage,
      }),
    ],
  };
};
