import type { Metrics } from "../../application/ports/system/metrics";

/** Metrics are off. */
export const noMetrics: Metrics = {
  startAtZero: () => {},
  count: () => {},
  observe: () => {},
  gauge: () => {},
};
