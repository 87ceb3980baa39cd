import type { RequestHandler } from "express";
import type { Authentication } from "./authentication";
import type { Refuse } from "./by-strategy";
import { signedInIfAny } from "./signed-in";

interface Checks extends Pick<Authentication, "isStillValid" | "refusal"> {
  readonly refuse: Refuse;
}

/**
 * Runs a handler that may wait for a body, a file or a turn. If it did, the credentials are checked again: a slow body
 * would otherwise prolong the life of a revoked key by minutes.
 */
export const afterWaiting =
  (wait: RequestHandler, { isStillValid, refusal, refuse }: Checks): RequestHandler =>
  (request, response, next) => {
    let isAtOnce = true;
    const later = setImmediate(() => {
      isAtOnce = false;
    });
    const settle = (isValid: boolean): void => {
      if (isValid) next();
      else refuse(request, response, refusal);
    };
    wait(request, response, (error?: unknown) => {
      clearImmediate(later);
      const caller = signedInIfAny(request);
      if (error || isAtOnce || caller === undefined) return next(error);
      const checked = isStillValid(request, caller);
      if (checked instanceof Promise) checked.then(settle, next);
      else settle(checked);
    });
  };
