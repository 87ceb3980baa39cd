import type { Knex } from "knex";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import type { Throttle, ThrottleRule } from "../../application/ports/system/throttle";
import { secondsIn } from "../../domain/units/time";
import { hashed } from "./hashed";

/** How many times in how many seconds. */
const limits: Readonly<Record<ThrottleRule, { readonly points: number; readonly duration: number }>> = {
  login: { points: 10, duration: 600 },
  login_from: { points: 100, duration: 600 },
  login_to: { points: 200, duration: secondsIn.hour },
  password: { points: 10, duration: 600 },
  second_factor: { points: 10, duration: 600 },
  second_factor_daily: { points: 50, duration: secondsIn.day },
  recovery_code: { points: 20, duration: secondsIn.hour },
  // Longer than any single-use token stays valid.
  once: { points: 1, duration: secondsIn.hour },
  guess_notice: { points: 1, duration: secondsIn.day },
  mail_to: { points: 5, duration: secondsIn.hour },
  mail_to_anywhere: { points: 30, duration: secondsIn.hour },
  mail_from: { points: 30, duration: secondsIn.hour },
  group_notice: { points: 60, duration: secondsIn.hour },
  subscription_notice: { points: 60, duration: secondsIn.hour },
  summary: { points: 30, duration: secondsIn.hour },
  bot_notice: { points: 1, duration: 60 },
  bot_notices: { points: 10, duration: 600 },
  refused_login: { points: 2, duration: secondsIn.hour },
  refused_login_noted: { points: 1, duration: secondsIn.hour },
  known_network: { points: 1, duration: 90 * secondsIn.day },
};

/** Throttle counts in a store that all nodes share. Expired counts are swept regularly. */
export const storedThrottle = (db: Knex): Throttle => {
  const limiters = new Map(
    Object.entries(limits).map(([rule, limit], index) => {
      const table = { storeClient: db, storeType: "knex", tableName: "throttles", tableCreated: true };
      // One of them sweeps the table for all.
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
