import type { RequestHandler } from "express";

/** Chains handlers: each runs once the one before it calls `next` without an error. */
export const chainHandlers =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    let index = 0;
    const runNext = (error?: unknown): ReturnType<RequestHandler> => {
      if (error) return next(error);
      const handler = handlers[index];
      index += 1;
      return handler === undefined ? next() : handler(request, response, runNext);
    };
    return runNext();
  };
