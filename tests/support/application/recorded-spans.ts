import { context, propagation, trace } from "@opentelemetry/api";
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-node";

/** Registers an SDK that keeps ended spans in memory. */
export const recordSpans = (): {
  readonly ended: () => readonly ReadableSpan[];
  readonly stop: () => Promise<void>;
} => {
  const exporter = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  provider.register();
  return {
    ended: () => exporter.getFinishedSpans(),
    // Modules outlive a test file.
    stop: async () => {
      await provider.shutdown();
      for (const one of [trace, context, propagation]) one.disable();
    },
  };
};
