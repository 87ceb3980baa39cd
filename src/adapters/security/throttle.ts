import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Throttle, ThrottleRule } from "../../application/ports/throttle";

const limits: Readonly<Record<ThrottleRule, { readonly points: number; readonly duration: number }>> = {
  login: { points: 10, duration: 600 },
  login_from: { points: 100, duration: 600 },
  mail_to: { points: 5, duration: 3600 },
  mail_from: { points: 30, duration: 3600 },
  bot_notice: { points: 1, duration: 60 },
};

/** Counts in this process: several nodes let as many times more through. */
export const memoryThrottle = (): Throttle => {
  const limiters = new Map(
    Object.entries(limits).map(([rule, limit]) => [rule, new RateLimiterMemory(limit)] as const),
  );
  return {
    take: async (rule, key) => {
      try {
        await limiters.get(rule)?.consume(key);
        return undefined;
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
        throw refused;
      }
    },
    forget: async (rule, key) => {
      await limiters.get(rule)?.delete(key);
    },
  };
};
