import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { context, propagation, trace } from "@opentelemetry/api";
import { version } from "../../../package.json";
import { openTraces } from "../../../src/composition/components/traces";

const own = ["OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES"];
const before = { ...process.env };
let collector: Server;
let bodies: string[];
beforeEach(async () => {
  for (const name of own) delete process.env[name];
  bodies = [];
  collector = createServer((request, response) => {
    request.setEncoding("utf8").on("data", (chunk: string) => bodies.push(chunk));
    request.on("end", () => response.end("{}"));
  }).listen(0, "127.0.0.1");
  await once(collector, "listening");
});
afterEach(() => {
  collector.close();
  for (const one of [trace, context, propagation]) one.disable();
  for (const name of own)
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
});

/** What a collector receives about the process, beside its spans. */
const resource = async (otlpServiceName = "parley"): Promise<Readonly<Record<string, string>>> => {
  const tracesUrl = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  const { tracing, component } = await openTraces({ tracesUrl, otlpEndpoint: undefined, otlpServiceName });
  tracing.begin({ name: "GET /messages", kind: "server" }).end({});
  await component.stop();
  const [{ resource }] = JSON.parse(bodies.join("")).resourceSpans;
  return Object.fromEntries(
    resource.attributes.map(({ key, value }: { key: string; value: { stringValue: string } }) => [
      key,
      value.stringValue,
    ]),
  );
};

test("traces say which version of Parley runs, and as which process on which machine", async () => {
  expect(await resource()).toMatchObject({
    "service.name": "parley",
    "service.version": version,
    "service.instance.id": `${hostname()}/${process.pid}`,
    "telemetry.sdk.name": "opentelemetry",
  });
});

test("OpenTelemetry's own settings add attributes and replace ours, and the name of the service wins", async () => {
  process.env.OTEL_RESOURCE_ATTRIBUTES = "service.instance.id=node%201,cloud.region=north,service.name=other";
  expect(await resource()).toMatchObject({
    "service.name": "other",
    "service.version": version,
    "service.instance.id": "node 1",
    "cloud.region": "north",
  });
  bodies = [];
  trace.disable();
  process.env.OTEL_SERVICE_NAME = "chat";
  expect(await resource("chat")).toMatchObject({ "service.name": "chat", "service.instance.id": "node 1" });
});
