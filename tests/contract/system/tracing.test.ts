import { noTracing } from "../../../src/adapters/tracing/no-tracing";
import { openTelemetryTracing } from "../../../src/adapters/tracing/open-telemetry";
import { inSpan, type Tracing } from "../../../src/application/ports/system/tracing";
import { recordSpans } from "../../support/application/recorded-spans";

let recorded: ReturnType<typeof recordSpans>;
beforeAll(() => {
  recorded = recordSpans();
});
afterAll(() => recorded.stop());

const span = { name: "work", kind: "internal" } as const;

describe.each<[string, () => Tracing]>([
  ["OpenTelemetry", openTelemetryTracing],
  ["nobody", () => noTracing],
])("for %s, tracing", (_name, open) => {
  test("returns what the work returns, and throws what it throws", async () => {
    const tracing = open();
    expect(await inSpan(tracing, span, async () => 7)).toBe(7);
    const failure = new Error("no");
    await expect(inSpan(tracing, span, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(tracing.begin(span).within(() => 8)).toBe(8);
  });

  test("takes any origin, and ends a span twice", () => {
    const begun = open().begin({ ...span, from: "not an origin", alsoFor: ["", "00-1-2-3"] });
    begun.end({});
    expect(() => begun.end({}, new Error("late"))).not.toThrow();
  });

  test("has no origin outside of spans", () => {
    expect(open().origin()).toBeUndefined();
  });
});

describe("OpenTelemetry's spans", () => {
  const named = (name: string) => {
    const found = recorded.ended().find((one) => one.name === name);
    if (found === undefined) throw new Error(`No span ${name} has ended`);
    return found;
  };

  test("are inside of the one that is running, also after waits", async () => {
    const tracing = openTelemetryTracing();
    await inSpan(tracing, { ...span, name: "outer" }, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      await inSpan(tracing, { ...span, name: "inner" }, async () => undefined);
    });
    expect(named("inner").parentSpanContext?.spanId).toBe(named("outer").spanContext().spanId);
  });

  test("of a request begin a trace, whatever runs at that time", async () => {
    const tracing = openTelemetryTracing();
    await inSpan(tracing, { ...span, name: "another request's" }, async () =>
      tracing.begin({ name: "request", kind: "server" }).end({}),
    );
    expect(named("request").parentSpanContext).toBeUndefined();
  });

  test("continue an origin that was stored elsewhere, and belong to others too", async () => {
    const tracing = openTelemetryTracing();
    const origins: (string | undefined)[] = [];
    for (const name of ["first", "second"])
      await inSpan(tracing, { ...span, name }, async () => origins.push(tracing.origin()));
    const [from, other = ""] = origins;
    tracing.begin({ ...span, name: "later", from, alsoFor: [other] }).end({ "parley.events": 3 });
    const later = named("later");
    expect(later.parentSpanContext?.spanId).toBe(named("first").spanContext().spanId);
    expect(later.spanContext().traceId).toBe(named("first").spanContext().traceId);
    expect(later.links.map(({ context }) => context.spanId)).toEqual([named("second").spanContext().spanId]);
    expect(later.attributes).toEqual({ "parley.events": 3 });
  });

  test("tell the type of an error, not its message", async () => {
    const failing = inSpan(openTelemetryTracing(), { ...span, name: "failing" }, () =>
      Promise.reject(Object.assign(new TypeError("what somebody wrote"), { code: "E_KIND" })),
    );
    await expect(failing).rejects.toThrow();
    const { attributes, status, events } = named("failing");
    expect([attributes, status, events]).toEqual([{ "error.type": "E_KIND" }, { code: 2 }, []]);
  });
});
