import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { version } from "../../package.json";
import {
  build,
  endAll,
  environment,
  firstRealm,
  newDataDir,
  ownerPassword,
  Program,
} from "../support/program/child-server";

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

/** An OpenTelemetry collector that keeps what it receives. */
class Collector {
  readonly received: { readonly path: string; readonly contentType: string; readonly body: string }[] = [];
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const contentType = String(request.headers["content-type"]);
        collector.received.push({
          path: request.url ?? "",
          contentType,
          body: Buffer.concat(chunks).toString(),
        });
        response.setHeader("content-type", "application/json").end("{}");
        for (const look of collector.waiting) look();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  get exported(): readonly Exported[] {
    return this.received.map(({ body }) => JSON.parse(body) as Exported);
  }

  get spans(): readonly Span[] {
    return this.exported.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    );
  }

  /** Resolves when such a span has come. */
  has(name: string): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.spans.some((span) => span.name === name)) return;
        this.waiting.delete(look);
        resolve();
      };
      this.waiting.add(look);
      look();
    });
  }

  close(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

let folder: ReturnType<typeof newDataDir>;
const programs: Program[] = [];
const run = (more: NodeJS.ProcessEnv): Program => {
  const program = Program.run("main", environment(folder.path, { ...firstRealm, ...more }));
  programs.push(program);
  return program;
};
beforeAll(build);
beforeEach(() => {
  folder = newDataDir();
});
afterEach(async () => {
  await endAll(programs.splice(0));
  folder.remove();
});

const post = async (url: string, form: Record<string, string>, authorization?: string) => {
  const headers = authorization === undefined ? undefined : { Authorization: authorization };
  const answer = await fetch(url, {
    method: "POST",
    body: new URLSearchParams(form),
    ...(headers && { headers }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
};

const secret = "the plans of the pirates";

/** Logs in and sends a message. */
const writeAt = async (url: string): Promise<void> => {
  const owner = firstRealm.PARLEY_OWNER_EMAIL;
  const { api_key } = await post(`${url}/api/v1/fetch_api_key`, { username: owner, password: ownerPassword });
  const authorization = `Basic ${Buffer.from(`${owner}:${api_key}`).toString("base64")}`;
  await post(
    `${url}/api/v1/messages`,
    { type: "stream", to: "general", topic: "treasure", content: secret },
    authorization,
  );
};

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

test("a collector receives a request and its commit as one trace, and nothing of what was written", async () => {
  const collector = await Collector.open();
  try {
    const server = run({
      PARLEY_TRACES_URL: `${collector.url}/v1/traces`,
      OTEL_SERVICE_NAME: "chat",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=trial",
      OTEL_BSP_SCHEDULE_DELAY: "100",
    });
    await writeAt(await server.url());
    await collector.has("POST /messages");
    await collector.has("commit");

    const [first] = collector.received;
    expect([first?.path, first?.contentType]).toEqual(["/v1/traces", "application/json"]);
    const [{ resource } = { resource: { attributes: [] } }] = collector.exported[0]?.resourceSpans ?? [];
    expect(valuesOf(resource.attributes)).toMatchObject({
      "service.name": "chat",
      "service.version": version,
      "service.instance.id": `${hostname()}/${server.child.pid}`,
      "deployment.environment.name": "trial",
    });
    const request = collector.spans.find(({ name }) => name === "POST /messages");
    expect(valuesOf(request?.attributes ?? [])).toMatchObject({
      "http.route": "/messages",
      "http.response.status_code": 200,
    });
    expect(
      collector.spans.filter(({ name, traceId }) => name === "commit" && traceId === request?.traceId),
    ).toHaveLength(1);
    const all = collector.received.map(({ body }) => body).join();
    expect([secret, "treasure", firstRealm.PARLEY_OWNER_EMAIL].filter((one) => all.includes(one))).toEqual(
      [],
    );
  } finally {
    await collector.close();
  }
});

test("the last spans are sent at the stop", async () => {
  const collector = await Collector.open();
  try {
    const server = run({
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_BSP_SCHEDULE_DELAY: "600000",
      PARLEY_DRAIN_SECONDS: "1",
    });
    await writeAt(await server.url());
    expect(collector.received).toEqual([]);
    expect((await server.kill("SIGTERM")).code).toBe(0);
    expect(collector.received.map(({ path }) => path)).toContain("/v1/traces");
    expect(collector.spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["POST /fetch_api_key", "POST /messages", "commit"]),
    );
  } finally {
    await collector.close();
  }
});

test("an unreachable collector blocks neither sends nor shutdown", async () => {
  const gone = await Collector.open();
  const { url: traces } = gone;
  await gone.close();
  const server = run({
    PARLEY_TRACES_URL: `${traces}/v1/traces`,
    OTEL_BSP_SCHEDULE_DELAY: "100",
    PARLEY_DRAIN_SECONDS: "1",
  });
  await writeAt(await server.url());
  expect((await server.kill("SIGTERM")).code).toBe(0);
});
