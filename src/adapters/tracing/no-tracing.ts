import type { Span, Tracing } from "../../application/ports/system/tracing";

const nothing: Span = { within: (work) => work(), end: () => {} };

/** Traces are off. */
export const noTracing: Tracing = { isOn: false, begin: () => nothing, origin: () => undefined };
