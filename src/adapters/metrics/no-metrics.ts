import type { Metrics } from "../../application/ports/system/metrics";

/** Metrics are off. */
export const noMetrics: Metrics = { count: () => {}, observe: () => {}, gauge: () => {} };
