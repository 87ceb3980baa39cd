import { createServer, type Server } from "node:http";
import type { PrometheusText } from "./prometheus-metrics";

/** Serves metrics at `/metrics`. */
export const metricsServer = (metrics: PrometheusText, onError: (error: unknown) => void): Server =>
  createServer((request, response) => {
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { "Content-Type": metrics.contentType }).end(text),
      (error) => {
        onError(error);
        response.writeHead(500).end();
      },
    );
  });
