/** What tells a process apart from others that send to the same collector. */
type Attributes = Readonly<Record<"service.name" | "service.version" | "service.instance.id", string>>;

/**
 * Registers OpenTelemetry's SDK, which sends spans to a collector in batches. `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_SERVICE_NAME` override
 * the attributes, as its specification demands. Its modules are loaded only here.
 */
export const startSdk = async (
  url: string,
  attributes: Attributes,
): Promise<{ readonly stop: () => Promise<void> }> => {
  const [
    { BatchSpanProcessor, NodeTracerProvider },
    { OTLPTraceExporter },
    { defaultResource, detectResources, envDetector, resourceFromAttributes },
  ] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes(attributes))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  provider.register();
  return { stop: () => provider.shutdown() };
};
