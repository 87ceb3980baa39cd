import type { RequestHandler } from "express";
import type { Authentication } from "./authentication";
import type { Refuse } from "./by-strategy";
import { signedInIfAny } from "./signed-in";

interface Checks extends Pick<Authentication, "isStillValid" | "refusal"> {
  readonly refuse: Refuse;
}

let turn = 0;
let isTurnOver = true;

/** Tells turns of the event loop apart. All requests of a turn share one `setImmediate`. */
const currentTurn = (): number => {
  if (isTurnOver) {
    isTurnOver = false;
    setImmediate(() => {
      turn += 1;
      isTurnOver = true;
    });
  }
  return turn;
};

/**
 * Runs a handler that may wait for a body, a file or a turn. If it did, the credentials are checked again: a slow body
 * would otherwise prolong the life of a revoked key by minutes.
 */
export const afterWaiting =
  (wait: RequestHandler, { isStillValid, refusal, refuse }: Checks): RequestHandler =>
  (request, response, next) => {
    const began = currentTurn();
    wait(request, response, (error?: unknown) => {
      if (error || turn === began) return next(error);
      const caller = signedInIfAny(request);
      if (caller === undefined) return next();
      const proceed = (isValid: boolean): void => {
        if (isValid) next();
        else refuse(request, response, refusal);
      };
      try {
        const checked = isStillValid(request, caller);
        if (checked instanceof Promise) checked.then(proceed).catch(next);
        else proceed(checked);
      } catch (thrown) {
        next(thrown);
      }
    });
  };
