/** The place of a span in its trace, as W3C's `traceparent` writes it. */
export type TraceOrigin = string;

/** What spans may tell, by names of OpenTelemetry or ours. No ids, addresses, parameters, or what people write. */
export type SpanAttributes = Readonly<
  Partial<
    Record<
      | "http.request.method"
      | "http.route"
      | "http.response.status_code"
      | "db.system.name"
      | "error.type"
      | "parley.changes"
      | "parley.events"
      | "parley.jobs"
      | "parley.attempt"
      | "parley.outcome",
      string | number
    >
  >
>;

/** A piece of work. */
export interface NewSpan {
  /** From the program's own lists, such as an endpoint's declaration. */
  readonly name: string;
  readonly kind: "server" | "client" | "consumer" | "producer" | "internal";
  readonly attributes?: SpanAttributes;
  /** What it continues: by default the span that is running, or nothing if there is none. */
  readonly from?: TraceOrigin | undefined;
  /** Work of other traces that it does as well. */
  readonly alsoFor?: readonly TraceOrigin[];
}

export interface Span {
  /** Runs work, and whatever it starts, inside of the span. */
  within<A>(work: () => A): A;
  /** Ends it, as failed if there is an error. */
  end(attributes: SpanAttributes, error?: unknown): void;
}

/** Shows operators where time goes, across processes. It never fails, and nobody waits for it. */
export interface Tracing {
  /** Whether anybody records spans. */
  readonly isOn: boolean;
  begin(span: NewSpan): Span;
  /** The running span's; undefined outside of any. */
  origin(): TraceOrigin | undefined;
}

/** Runs work in a span of its own. Costs nothing while nobody records spans. */
export const inSpan = <A>(tracing: Tracing, span: NewSpan, work: () => Promise<A>): Promise<A> => {
  if (!tracing.isOn) return work();
  const begun = tracing.begin(span);
  return begun.within(work).then(
    (answer) => {
      begun.end({});
      return answer;
    },
    (error: unknown) => {
      begun.end({}, error);
      throw error;
    },
  );
};
