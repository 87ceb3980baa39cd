import type { RequestHandler } from "express";
import type { Metrics } from "../../../application/ports/system/metrics";
import type { AnyEndpoint } from "../declaration/endpoint";

const nanosecondsInSecond = 1e9;

/**
 * Measures the requests of each endpoint until their answer is handed to the operating system, or until the connection ends
 * before that: then the status is `aborted`.
 */
export const timedRequests =
  (metrics: Metrics) =>
  ({ method, at }: Pick<AnyEndpoint, "method" | "at">): RequestHandler =>
  (request, response, next) => {
    const begun = process.hrtime.bigint();
    response.on("close", () => {
      // Node says that an answer is finished even if its connection ended while some of it wasn't sent.
      const status = request.socket.destroyed ? "aborted" : String(response.statusCode);
      const took = Number(process.hrtime.bigint() - begun) / nanosecondsInSecond;
      metrics.observe("http_request_seconds", took, { method, endpoint: at, status });
    });
    next();
  };
