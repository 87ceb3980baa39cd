import type { RequestHandler } from "express";
import { left } from "fp-ts/Either";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { tooManyTries } from "../../domain/errors";
import { networkOf } from "../../domain/network";
import { send } from "./send";

/** Counts calls of the same caller at other nodes. */
interface OtherNodes {
  count(caller: string): void;
  /** Has calls at other nodes told from now on. */
  onOthers(hear: (caller: string, calls: number) => void): void;
}

/** How many calls one user, or one address that says nobody's key, may make in a minute; 0 for any number. */
export interface CallLimit {
  readonly callsPerMinute: number;
  /** Absent where this process is the only one, or there is nothing that nodes could count in together. */
  readonly otherNodes?: OtherNodes | undefined;
}

const window = 60;

/** Counts the calls of a user, or of an address without one, and refuses those beyond the limit with 429. */
export const limitCalls = ({ callsPerMinute, otherNodes }: CallLimit): RequestHandler => {
  if (callsPerMinute === 0) return (_request, _response, next) => next();
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: window });
  otherNodes?.onOthers((caller, calls) => void limiter.penalty(caller, calls));
  return (request, response, next) => {
    const caller = request.user as unknown as { user: { id: number }; realm: { id: number } } | undefined;
    const key = caller ? `${caller.realm.id}:${caller.user.id}` : `at ${networkOf(request.ip ?? "")}`;
    const tell = (used: RateLimiterRes) =>
      response.set({
        "X-RateLimit-Limit": String(callsPerMinute),
        "X-RateLimit-Remaining": String(used.remainingPoints),
        "X-RateLimit-Reset": String(Math.ceil((Date.now() + used.msBeforeNext) / 1000)),
      });
    otherNodes?.count(key);
    limiter.consume(key).then(
      (used) => {
        tell(used);
        next();
      },
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        tell(refused);
        void send(response, left(tooManyTries(refused.msBeforeNext)));
      },
    );
  };
};
