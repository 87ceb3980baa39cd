/** The place of a span in its trace, as W3C's `traceparent` writes it. */
export type TraceOrigin = string;

/**
 * The attributes that a span may have, named by OpenTelemetry or by us. They contain no ids, addresses, parameters or texts of
 * users.
 */
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
  /** The span that this one continues: by default the running one, if any. Ignored for `server`, whose span begins a trace. */
  readonly from?: TraceOrigin | undefined;
  /** Spans of other traces whose work this one does too. */
  readonly alsoFor?: readonly TraceOrigin[];
}

export interface Span {
  /** Runs work, and everything it starts, inside the span. */
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
