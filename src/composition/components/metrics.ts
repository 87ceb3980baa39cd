import { metricsServer } from "../../adapters/metrics/metrics-server";
import { noMetrics } from "../../adapters/metrics/no-metrics";
import { type PrometheusText, prometheusMetrics } from "../../adapters/metrics/prometheus-metrics";
import type { Metrics } from "../../application/ports/system/metrics";
import type { Config } from "../../config/config";
import { type Component, component } from "../lifecycle/lifecycle";
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
): Component => {
  if (port === undefined) return component("metrics", {});
  const server = metricsServer(metrics, onError);
  return component("metrics", {
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

/** The metrics, and the component that exposes them. Without a configured port, nothing is measured. */
export const openMetrics = (
  config: Config,
  outside: Outside,
): { readonly metrics: Metrics; readonly component: Component } => {
  if (config.metricsPort === undefined) return { metrics: noMetrics, component: component("metrics", {}) };
  const metrics = prometheusMetrics();
  return { metrics, component: exposedMetrics(config, metrics, outside) };
};
