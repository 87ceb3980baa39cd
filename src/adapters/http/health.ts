import express, { type RequestHandler, type Response } from "express";
import { sendJson } from "./send";

/** What tells whether the process can do its work. */
export interface Health {
  /** Fails while the database doesn't answer. */
  readonly askDatabase: () => Promise<unknown>;
  /** Why no requests should come here although the database answers; undefined where they may. */
  readonly unfitness?: () => string | undefined;
}

const answerMilliseconds = 2000;
const inTime = <A>(work: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("No answer in time")), answerMilliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });

const retrySeconds = 5;

/** Answers that something is missing which will come back. */
export const sendUnavailable = (
  response: Response,
  msg = "The server can't reach its storage right now. Try again soon.",
): void => {
  sendJson(response.status(503).set("Retry-After", String(retrySeconds)), {
    result: "error",
    msg,
    code: "SERVICE_UNAVAILABLE",
    "retry-after": retrySeconds,
  });
};

/** For load balancers and supervisors: whether the process lives, and whether requests should come to it. */
export const healthRoutes = ({ askDatabase, unfitness }: Health): RequestHandler => {
  const router = express.Router({ caseSensitive: true });
  // The process lives; whether it can do anything is another question.
  router.get("/health", (_request, response) => {
    sendJson(response, { result: "success", msg: "" });
  });
  router.get("/ready", (_request, response) => {
    inTime(askDatabase()).then(
      () => {
        const why = unfitness?.();
        if (why === undefined) sendJson(response, { result: "success", msg: "" });
        else sendUnavailable(response, why);
      },
      () => sendUnavailable(response),
    );
  });
  return router;
};
