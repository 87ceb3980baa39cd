/** Registers OpenTelemetry's SDK, which sends spans to a collector in batches. Its modules are loaded only here. */
export const startSdk = async (
  url: string,
  attributes: Readonly<Record<"service.name" | "service.version", string>>,
): Promise<{ readonly stop: () => Promise<void> }> => {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace-node"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
    ]);
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes(attributes),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  provider.register();
  return { stop: () => provider.shutdown() };
};
