import type { Metrics } from "../../application/ports/metrics";

/** Metrics are off. */
export const noMetrics: Metrics = { count: () => {}, observe: () => {}, gauge: () => {} };
