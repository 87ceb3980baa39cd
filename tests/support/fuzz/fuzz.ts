import { Agent } from "node:http";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ask } from "./ask";
import { type Chance, chanceOf } from "./chance";
import { faultOf } from "./faults";
import { hostileHeader } from "./hostile-headers";
import { hostileTarget, leadsElsewhere } from "./hostile-targets";
import type { FuzzedRequest } from "./requests";
import { type Target, targetsOf } from "./targets";
import { openWorld, type World } from "./world";

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
  /** Paths of the server's routes that no request came to. */
  readonly unreached: readonly string[];
  /** How much memory use grew from the end of the first server to the end of the last. */
  readonly grownMib: number;
}

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
const workers = 8;
/** The most that one worker sends at once. */
const mostTogether = 6;
/** The last requests to a server may be refused because one of them deactivated its realm. */
const perEnd = 30;

const shown = ({ method, path, headers, body }: FuzzedRequest): string =>
  JSON.stringify({ method, path: path.slice(0, 600), headers, body: body.toString("latin1").slice(0, 600) });

/** Each target once, in any order, and then any of them. Those that end the realm come last. */
const turnsOf = (targets: readonly Target[], { pick, shuffle }: Chance) => {
  const harmless = targets.filter(({ endsAll }) => !endsAll);
  const first = [...shuffle(harmless)];
  return (isAtEnd: boolean): Target => (isAtEnd ? pick(targets) : (first.pop() ?? pick(harmless)));
};

const withHeader = (made: FuzzedRequest, chance: Chance): FuzzedRequest =>
  chance.percent(15) ? { ...made, headers: { ...made.headers, ...hostileHeader(chance) } } : made;

const withTarget = (made: FuzzedRequest, chance: Chance): FuzzedRequest =>
  chance.percent(4) ? { ...made, path: hostileTarget(made.path, chance) } : made;

/** The request, or now and then several at once that are the same, by one caller or by several: they meet in every step. */
const together = async (
  made: FuzzedRequest,
  { authorizationOf, callers }: World,
  { percent, between, pick }: Chance,
): Promise<readonly FuzzedRequest[]> => {
  if (!percent(6)) return [made];
  const copies = Array.from({ length: between(2, mostTogether) }, () => made);
  if (made.headers.Authorization === undefined || percent(50)) return copies;
  return Promise.all(
    copies.map(async ({ headers, ...one }) => ({
      ...one,
      headers: { ...headers, Authorization: await authorizationOf(pick(callers)) },
    })),
  );
};

/** Sends the given number of requests to everything that takes requests. The same seed repeats them. */
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
  const [known, reached] = [new Set<string>(), new Set<string>()];
  let heapBefore: number | undefined;
  let sent = 0;
  for (let round = 0; sent < count; round++) {
    const world = await openWorld(report);
    const agent = new Agent({ keepAlive: true, maxSockets: workers * mostTogether });
    const chance = chanceOf(seed + round);
    const targetOf = turnsOf(await targetsOf(world), chance);
    const send = async (made: FuzzedRequest, { isPage }: Target): Promise<void> => {
      const sentAs = withTarget(made, chance);
      last = shown(sentAs);
      try {
        const answer = await ask(world.port, sentAs, agent);
        world.learn(made, answer);
        slowest = Math.max(slowest, answer.milliseconds);
        const kind = `${Math.floor(answer.status / 100)}xx`;
        statuses[kind] = (statuses[kind] ?? 0) + 1;
        const mayBePage = isPage || leadsElsewhere(sentAs.path, made.path);
        const what = faultOf(made.method, mayBePage, answer);
        if (what !== undefined)
          faults.push({ what, seed, request: shown(sentAs), answer: answer.text.slice(0, 500) });
      } catch (error) {
        faults.push({ what: `no answer: ${String(error)}`, seed, request: shown(sentAs) });
      }
    };
    const worker = async (): Promise<void> => {
      while (sent < Math.min(count, (round + 1) * perServer) && faults.length < 20) {
        const isAtEnd = (round + 1) * perServer - sent < perEnd;
        const target = targetOf(isAtEnd);
        const made = withHeader(await target.request(world, chance), chance);
        const all = await together(made, world, chance);
        sent += all.length;
        await Promise.all(all.map((one) => send(one, target)));
      }
    };
    await Promise.all(Array.from({ length: workers }, worker));
    agent.destroy();
    await world.stop();
    for (const { paths, isReached } of world.routes)
      for (const path of paths) (isReached() ? reached : known).add(path);
    if (faults.length >= 20) break;
    heapBefore ??= heapMib();
  }
  process.off("unhandledRejection", report);
  process.off("uncaughtException", report);
  const unreached = [...known].filter((route) => !reached.has(route));
  return { faults, statuses, slowest, unreached, grownMib: heapMib() - (heapBefore ?? 0) };
};
