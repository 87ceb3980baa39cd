import type { RequestHandler } from "express";

/**
 * Chains handlers: each runs once the one before it calls `next` without an error. As in Express, what one throws is an error, too:
 * a handler may continue in a callback, which nobody else guards, so the process would end.
 */
export const chainHandlers =
  (handlers: readonly RequestHandler[]): RequestHandler =>
  (request, response, next) => {
    let index = 0;
    const runNext = (error?: unknown): void => {
      if (error) {
        next(error);
        return;
      }
      const handler = handlers[index];
      index += 1;
      try {
        const running: unknown = handler === undefined ? next() : handler(request, response, runNext);
        if (running instanceof Promise) running.catch(next);
      } catch (thrown) {
        next(thrown);
      }
    };
    runNext();
  };
