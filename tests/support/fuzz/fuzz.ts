import { Agent, request } from "node:http";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { gunzipSync } from "node:zlib";
import { allEndpoints, rootEndpoints } from "../../../src/adapters/http/endpoints/all";
import { type Chance, chanceOf } from "./chance";
import { type FuzzedServer, fuzzedServer } from "./fuzzed-server";
import { type FuzzedRequest, requestTo, type Target } from "./requests";

/** Something that a server must not do, and the request that caused it. */
interface Fault {
  readonly what: string;
  readonly seed: number;
  readonly request?: string;
  readonly answer?: string;
}

interface Fuzzed {
  readonly faults: readonly Fault[];
  /** How many answers had each status class, by hundreds. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly slowest: number;
  /** How much memory use grew from the end of the first server to the end of the last. */
  readonly grownMib: number;
}

const targets: readonly Target[] = [
  ...allEndpoints(true).map((declared) => ({ prefix: "/api/v1", declared })),
  ...rootEndpoints.map((declared) => ({ prefix: "", declared })),
];

const endsTheRealm = ({ declared: { method, at } }: Target): boolean =>
  method === "post" && at === "/realm/deactivate";
const harmless = targets.filter((target) => !endsTheRealm(target));

interface Answer {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly text: string;
  readonly milliseconds: number;
}

/** Far longer than any takes, because the machine may be busy with other tests. */
const mostMilliseconds = 10_000;

const ask = (port: number, agent: Agent, { method, path, headers, body }: FuzzedRequest): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const begun = performance.now();
    const asked = request({ port, agent, method, path, headers, timeout: mostMilliseconds }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const whole = Buffer.concat(chunks);
        const isPacked = response.headers["content-encoding"] === "gzip" && whole.length > 0;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: (isPacked ? gunzipSync(whole) : whole).toString(),
          milliseconds: performance.now() - begun,
        });
      });
    });
    asked.on("timeout", () => asked.destroy(new Error(`No answer in ${mostMilliseconds} ms`)));
    asked.on("error", reject);
    asked.end(body);
  });

const parsed = (text: string): { result?: unknown; msg?: unknown; code?: unknown } | undefined => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** What is wrong with an answer, if anything. */
const faultOf = (method: string, { status, headers, text, milliseconds }: Answer): string | undefined => {
  if (milliseconds > mostMilliseconds) return `took ${Math.round(milliseconds)} ms`;
  if (status === 503) return headers["retry-after"] === undefined ? "503 without Retry-After" : undefined;
  if (status >= 500) return `status ${status}`;
  if (method === "HEAD" || method === "OPTIONS" || status < 400) return undefined;
  const body = parsed(text);
  const isEnvelope =
    body?.result === "error" && typeof body.msg === "string" && typeof body.code === "string";
  return isEnvelope ? undefined : `status ${status} without the envelope of a failure`;
};

const collect = (): void => {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
};

const heapMib = (): number => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

/** Requests to one server before the next one starts, because some requests remove what others need. */
const perServer = 1000;
const atOnce = 8;
/** The last requests to a server may be refused because one of them deactivated its realm. */
const perEnd = 30;

const shown = ({ method, path, headers, body }: FuzzedRequest): string =>
  JSON.stringify({ method, path: path.slice(0, 600), headers, body: body.toString("latin1").slice(0, 600) });

const authorizationFor = async (server: FuzzedServer, chance: Chance): Promise<string | undefined> => {
  if (chance.percent(4)) return undefined;
  if (chance.percent(3))
    return chance.pick(["Basic eDp5", "Basic", "Bearer x", "Basic ==", "x".repeat(3000)]);
  // Mostly the owner, who is refused least.
  return server.authorizationOf(chance.percent(70) ? 1 : chance.pick(server.callers));
};

/** Sends the given number of requests, made from all endpoints' declarations. The same seed repeats them. */
export const fuzz = async (count: number, seed: number): Promise<Fuzzed> => {
  const faults: Fault[] = [];
  const statuses: Record<string, number> = {};
  let slowest = 0;
  let last = "";
  const report = (error: unknown) => {
    faults.push({ what: `logged or thrown: ${inspect(error).slice(0, 1500)}`, seed, request: last });
  };
  process.on("unhandledRejection", report);
  process.on("uncaughtException", report);
  let heapBefore: number | undefined;
  let sent = 0;
  for (let round = 0; sent < count; round++) {
    const server = await fuzzedServer(report);
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const chance = chanceOf(seed + round);
    const worker = async (): Promise<void> => {
      while (sent < Math.min(count, (round + 1) * perServer) && faults.length < 20) {
        sent += 1;
        const isAtEnd = (round + 1) * perServer - sent < perEnd;
        const target = chance.pick(isAtEnd ? targets : harmless);
        const made = requestTo(target, await authorizationFor(server, chance), chance, server.things);
        last = shown(made);
        try {
          const answer = await ask(server.port, agent, made);
          slowest = Math.max(slowest, answer.milliseconds);
          const kind = `${Math.floor(answer.status / 100)}xx`;
          statuses[kind] = (statuses[kind] ?? 0) + 1;
          const what = faultOf(made.method, answer);
          if (what !== undefined)
            faults.push({ what, seed, request: shown(made), answer: answer.text.slice(0, 500) });
        } catch (error) {
          faults.push({ what: `no answer: ${String(error)}`, seed, request: shown(made) });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    agent.destroy();
    await server.stop();
    if (faults.length >= 20) break;
    heapBefore ??= heapMib();
  }
  process.off("unhandledRejection", report);
  process.off("uncaughtException", report);
  return { faults, statuses, slowest, grownMib: heapMib() - (heapBefore ?? 0) };
};
