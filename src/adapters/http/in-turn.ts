import type { RequestHandler } from "express";

/** One handler after the other, each called when the one before it is content. */
export const inTurn =
  ([first, ...rest]: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) =>
    first === undefined
      ? next()
      : first(request, response, (error?: unknown) =>
          error ? next(error) : inTurn(rest)(request, response, next),
        );
