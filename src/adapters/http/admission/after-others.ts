import type { RequestHandler } from "express";
import { SlicedWork } from "../../../application/admission/sliced-work";

/** Milliseconds spent on beginning polls in one turn of the event loop. */
const pollSlice = 3;

/**
 * Begins polls after the other requests that arrived with them. Once a message has reached everybody, they all poll again at once,
 * and the next message would wait behind them.
 */
export const afterOthers = (onError: (error: unknown) => void): RequestHandler => {
  const polls = new SlicedWork(onError, pollSlice);
  return (_request, response, next) =>
    polls.add(() => {
      if (response.closed) return;
      try {
        next();
      } catch (error) {
        next(error);
      }
    });
};
