import type { Knex } from "knex";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Throttle, ThrottleRule } from "../../application/ports/system/throttle";
import { hashed } from "./hashed";

const limits: Readonly<Record<ThrottleRule, { readonly points: number; readonly duration: number }>> = {
  login: { points: 10, duration: 600 },
  login_from: { points: 100, duration: 600 },
  login_to: { points: 200, duration: 3600 },
  password: { points: 10, duration: 600 },
  second_factor: { points: 10, duration: 600 },
  second_factor_daily: { points: 50, duration: 86_400 },
  recovery_code: { points: 20, duration: 3600 },
  // Longer than anything usable only once stays valid.
  once: { points: 1, duration: 3600 },
  guess_notice: { points: 1, duration: 86_400 },
  mail_to: { points: 5, duration: 3600 },
  mail_to_anywhere: { points: 30, duration: 3600 },
  mail_from: { points: 30, duration: 3600 },
  group_notice: { points: 60, duration: 3600 },
  subscription_notice: { points: 60, duration: 3600 },
  summary: { points: 30, duration: 3600 },
  bot_notice: { points: 1, duration: 60 },
  bot_notices: { points: 10, duration: 600 },
  refused_login: { points: 2, duration: 3600 },
  refused_login_noted: { points: 1, duration: 3600 },
  known_network: { points: 1, duration: 90 * 86_400 },
};

/** Throttle counts in a store that all nodes share. Expired counts are swept regularly. */
export const storedThrottle = (db: Knex): Throttle => {
  const limiters = new Map(
    Object.entries(limits).map(([rule, limit], index) => {
      const table = { storeClient: db, storeType: "knex", tableName: "throttles", tableCreated: true };
      const sweeps = { clearExpiredByTimeout: index === 0 };
      return [rule, new RateLimiterPostgres({ ...table, ...sweeps, ...limit, keyPrefix: rule })] as const;
    }),
  );
  return {
    take: async (rule, key) => {
      try {
        await limiters.get(rule)?.consume(hashed(key));
        return undefined;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
        throw refused;
      }
    },
    isUsedUp: async (rule, key) => {
      const found = await limiters.get(rule)?.get(hashed(key));
      return (found?.consumedPoints ?? 0) >= limits[rule].points;
    },
    forget: async (rule, key) => {
      await limiters.get(rule)?.delete(hashed(key));
    },
  };
};
