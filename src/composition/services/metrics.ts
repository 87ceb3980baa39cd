import { metricsServer } from "../../adapters/metrics/metrics-server";
import { noMetrics } from "../../adapters/metrics/no-metrics";
import { type PrometheusText, prometheusMetrics } from "../../adapters/metrics/prometheus-metrics";
import type { Metrics } from "../../application/ports/system/metrics";
import type { Config } from "../../config/config";
import { type Service, service } from "../lifecycle/lifecycle";
import { listen } from "../lifecycle/listen";

interface Outside {
  readonly log: (line: string) => void;
  readonly onError: (error: unknown) => void;
}

/** Exposes metrics on the configured port, if there is one. */
export const exposedMetrics = (
  { metricsHost: host, metricsPort: port }: Config,
  metrics: PrometheusText,
  { log, onError }: Outside,
): Service => {
  if (port === undefined) return service("metrics", {});
  const server = metricsServer(metrics, onError);
  return service("metrics", {
    start: async () => {
      const taken = await listen(server, "PARLEY_METRICS", { host, port });
      log(`Metrics are at http://${host.includes(":") ? `[${host}]` : host}:${taken}/metrics`);
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

/** The metrics, and the service that exposes them. Without a configured port, nothing is measured. */
export const openMetrics = (
  config: Config,
  outside: Outside,
): { readonly metrics: Metrics; readonly service: Service } => {
  if (config.metricsPort === undefined) return { metrics: noMetrics, service: service("metrics", {}) };
  const metrics = prometheusMetrics();
  return { metrics, service: exposedMetrics(config, metrics, outside) };
};
