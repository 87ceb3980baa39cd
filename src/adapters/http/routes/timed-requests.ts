import type { Request, RequestHandler, Response } from "express";
import type { Metrics } from "../../../application/ports/system/metrics";
import { type MeasuredAs, unmatched } from "./undeclared-requests";

const nanosecondsInSecond = 1e9;

/** A response that knows the endpoint that answers. */
interface Timed extends Response {
  declared?: MeasuredAs;
}

/** Measures requests. */
export interface TimedRequests {
  /** Begins to measure a request, whatever will answer it. */
  readonly begin: (request: Request, response: Response) => void;
  /** Says that the request is one of this endpoint. */
  readonly isOf: (declared: MeasuredAs) => RequestHandler;
}

/**
 * Measures requests until their answer is handed to the operating system, or until the connection ends before that: then the status
 * is `aborted`. `undeclared` names those that no endpoint answers.
 */
export const timedRequests = (
  metrics: Metrics,
  undeclared: (method?: string, url?: string) => MeasuredAs | undefined,
): TimedRequests => ({
  begin: (request, response: Timed) => {
    const begun = process.hrtime.bigint();
    // Express changes it for nested routers.
    const { url } = request;
    response.on("close", () => {
      // Node says that an answer is finished even if its connection ended while some of it wasn't sent.
      const status = request.socket.destroyed ? "aborted" : String(response.statusCode);
      const took = Number(process.hrtime.bigint() - begun) / nanosecondsInSecond;
      const { method, at: endpoint } = response.declared ?? undeclared(request.method, url) ?? unmatched;
      metrics.observe("http_request_seconds", took, { method, endpoint, status });
    });
  },
  isOf: (declared) => (_request, response: Timed, next) => {
    response.declared = declared;
    next();
  },
});
