import express, { type RequestHandler, type Response } from "express";
import { sendJson } from "./reply/send";

/** How to find out whether the process can do its work. */
export interface Health {
  /** Rejects while the database doesn't answer. */
  readonly askDatabase: () => Promise<unknown>;
  /**
   * Why load balancers should send requests elsewhere although the database answers; undefined if this process takes
   * them.
   */
  readonly unfitness?: () => Promise<string | undefined>;
}

const answerMilliseconds = 2000;
const inTime = <A>(work: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error("No answer in time")), answerMilliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(late));
  });

const retrySeconds = 5;

/** Answers that a dependency is temporarily unavailable. */
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

/** For load balancers and supervisors: whether the process lives, and whether it is ready for requests. */
export const healthRoutes = ({ askDatabase, unfitness }: Health): RequestHandler => {
  const router = express.Router({ caseSensitive: true });
  // Liveness only: readiness is checked below.
  router.get("/health", (_request, response) => {
    sendJson(response, { result: "success", msg: "" });
  });
  router.get("/ready", (_request, response) => {
    inTime(askDatabase().then(() => unfitness?.())).then(
      (why) => {
        if (why === undefined) sendJson(response, { result: "success", msg: "" });
        else sendUnavailable(response, why);
      },
      () => sendUnavailable(response),
    );
  });
  return router;
};
