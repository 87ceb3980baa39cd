import type { RequestHandler } from "express";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { allowanceOf } from "../../../application/admission/requester-of";
import { tooManyTries } from "../../../domain/limit-refusals";
import { networkOf } from "../../../domain/realm/network";
import { signedInIfAny } from "../authentication/signed-in";
import { sendError } from "../reply/send";

/** Shares call counts with other nodes. */
interface OtherNodes {
  count(caller: string): void;
  /** Subscribes to calls counted at other nodes. */
  onOthers(notify: (caller: string, calls: number) => void): void;
}

/** The most calls per minute of one user, of all bots of one owner, or of one address without a valid key; 0 for no limit. */
export interface CallLimit {
  readonly callsPerMinute: number;
  /** Absent for a single process, or without a store that nodes share. */
  readonly otherNodes?: OtherNodes | undefined;
}

const window = 60;

/**
 * Counts the calls of a user, of all bots of one owner, or of an address without a user; refuses those beyond the limit with 429.
 */
export const limitCalls = ({ callsPerMinute, otherNodes }: CallLimit): RequestHandler => {
  if (callsPerMinute === 0) return (_request, _response, next) => next();
  const limiter = new RateLimiterMemory({ points: callsPerMinute, duration: window });
  otherNodes?.onOthers((caller, calls) => void limiter.penalty(caller, calls));
  return (request, response, next) => {
    const caller = signedInIfAny(request);
    const key = caller ? allowanceOf(caller.realm.id, caller.user) : `at ${networkOf(request.ip ?? "")}`;
    const setHeaders = (used: RateLimiterRes) =>
      response.set({
        "X-RateLimit-Limit": String(callsPerMinute),
        "X-RateLimit-Remaining": String(used.remainingPoints),
        "X-RateLimit-Reset": String(Math.ceil((Date.now() + used.msBeforeNext) / 1000)),
      });
    otherNodes?.count(key);
    limiter.consume(key).then(
      (used) => {
        setHeaders(used);
        next();
      },
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        setHeaders(refused);
        sendError(response, tooManyTries(refused.msBeforeNext));
      },
    );
  };
};
