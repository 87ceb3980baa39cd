import type { RequestHandler } from "express";
import type { Metrics } from "../../../application/ports/system/metrics";
import type { AnyEndpoint } from "../declaration/endpoint";

const nanosecondsInSecond = 1e9;

/** Measures the requests of each endpoint, until their answer is handed to the operating system. */
export const timedRequests =
  (metrics: Metrics) =>
  ({ method, at }: Pick<AnyEndpoint, "method" | "at">): RequestHandler =>
  (_request, response, next) => {
    const begun = process.hrtime.bigint();
    response.once("finish", () => {
      const labels = { method, endpoint: at, status: String(response.statusCode) };
      const took = Number(process.hrtime.bigint() - begun) / nanosecondsInSecond;
      metrics.observe("http_request_seconds", took, labels);
    });
    next();
  };
