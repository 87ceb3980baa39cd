import {
  context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { NewSpan, SpanAttributes, TraceOrigin, Tracing } from "../../application/ports/system/tracing";

const kinds: Readonly<Record<NewSpan["kind"], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  producer: SpanKind.PRODUCER,
  internal: SpanKind.INTERNAL,
};

const written = ({ traceId, spanId, traceFlags }: SpanContext): TraceOrigin =>
  `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;

/** Undefined for a text that isn't an origin: another version may have written it. */
const spanContextOf = (origin: TraceOrigin): SpanContext | undefined => {
  const [, traceId = "", spanId = "", flags = ""] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(origin) ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? spanContext : undefined;
};

/** The kind of error, without its message, which may quote users' texts. */
const typeOf = (error: unknown): string => {
  if (typeof error === "number") return String(error);
  if (!(error instanceof Error)) return "unknown";
  return "code" in error && typeof error.code === "string" ? error.code : error.constructor.name;
};

/** Spans for the SDK that was registered with OpenTelemetry's API. */
export const openTelemetryTracing = (): Tracing => {
  const tracer = trace.getTracer("parley");
  const contextOf = (kind: NewSpan["kind"], from: TraceOrigin | undefined) => {
    // Requests that begin together share a callback of the event loop, which runs in the context of the first.
    if (kind === "server") return ROOT_CONTEXT;
    const spanContext = from === undefined ? undefined : spanContextOf(from);
    return spanContext === undefined ? context.active() : trace.setSpanContext(ROOT_CONTEXT, spanContext);
  };
  return {
    isOn: true,
    begin: ({ name, kind, attributes = {}, from, alsoFor = [] }) => {
      const parent = contextOf(kind, from);
      const links = alsoFor
        .flatMap((origin) => spanContextOf(origin) ?? [])
        .map((spanContext) => ({ context: spanContext }));
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, parent);
      const inside = trace.setSpan(parent, span);
      return {
        within: (work) => context.with(inside, work),
        end: (more: SpanAttributes, error) => {
          span.setAttributes(more);
          if (error !== undefined)
            span.setAttribute("error.type", typeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    origin: () => {
      const spanContext = trace.getActiveSpan()?.spanContext();
      return spanContext && isSpanContextValid(spanContext) ? written(spanContext) : undefined;
    },
  };
};
