import type { RequestHandler } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { ApiError } from "../../domain/errors";
import { errorResponse } from "./error-response";

/** How many calls one user, or one address that says nobody's key, may make in a minute; 0 for any number. */
export interface CallLimit {
  readonly callsPerMinute: number;
}

const window = 60;

const tooMany = (milliseconds: number): ApiError => ({
  code: "RATE_LIMIT_HIT",
  message: "API usage exceeded rate limit",
  retryAfterSeconds: milliseconds / 1000,
});

/** Counts the calls of a user, or of an address without one, and refuses those beyond the limit with 429. */
export const limitCalls = ({ callsPerMinute }: CallLimit): RequestHandler => {
  if (callsPerMinute === 0) return (_request, _response, next) => next();
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: window });
  return (request, response, next) => {
    const caller = request.user as unknown as { user: { id: number }; realm: { id: number } } | undefined;
    const key = caller ? `${caller.realm.id}:${caller.user.id}` : `at ${request.ip}`;
    const tell = (used: RateLimiterRes) =>
      response.set({
        "X-RateLimit-Limit": String(callsPerMinute),
        "X-RateLimit-Remaining": String(used.remainingPoints),
        "X-RateLimit-Reset": String(Math.ceil((Date.now() + used.msBeforeNext) / 1000)),
      });
    limiter.consume(key).then(
      (used) => {
        tell(used);
        next();
      },
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        tell(refused);
        const { status, headers, body } = errorResponse(tooMany(refused.msBeforeNext));
        response.status(status).set(headers).json(body);
      },
    );
  };
};

/** Counts failed logins by account and address: a guesser is slowed down, everyone else is not. */
export class LoginThrottle {
  private readonly failures = new RateLimiterMemory({ points: 10, duration: 600 });

  /** The refusal, if this account was guessed at too often from this address. */
  async refusal(account: string, address: string): Promise<ApiError | undefined> {
    const used = await this.failures.get(this.key(account, address));
    return used && used.remainingPoints <= 0 ? tooMany(used.msBeforeNext) : undefined;
  }

  async failed(account: string, address: string): Promise<void> {
    await this.failures.penalty(this.key(account, address));
  }

  async succeeded(account: string, address: string): Promise<void> {
    await this.failures.delete(this.key(account, address));
  }

  private key(account: string, address: string): string {
    return `${account.toLowerCase()} ${address}`;
  }
}
