import express, { type RequestHandler, type Response } from "express";
import { withTimeout } from "../../application/with-timeout";
import { unavailable } from "./reply/http-error";
import { sendError, sendJson } from "./reply/send";

/** Checks of whether the process can do its work. */
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

const sendUnavailable = (response: Response, why?: string): void => sendError(response, unavailable(why));

/** For load balancers and supervisors: whether the process lives, and whether it is ready for requests. */
export const healthRoutes = ({ askDatabase, unfitness }: Health): RequestHandler => {
  const router = express.Router({ caseSensitive: true });
  let asking: Promise<string | undefined> | undefined;
  /** Anybody may ask, so requests that arrive during a check share its result. */
  const whyUnready = (): Promise<string | undefined> => {
    asking ??= withTimeout(
      "No answer",
      answerMilliseconds,
      askDatabase().then(() => unfitness?.()),
    ).finally(() => {
      asking = undefined;
    });
    return asking;
  };
  // Liveness only: readiness is checked below.
  router.get("/health", (_request, response) => {
    sendJson(response, { result: "success", msg: "" });
  });
  router.get("/ready", (_request, response) => {
    whyUnready().then(
      (why) => {
        if (why === undefined) sendJson(response, { result: "success", msg: "" });
        else sendUnavailable(response, why);
      },
      () => sendUnavailable(response),
    );
  });
  return router;
};
