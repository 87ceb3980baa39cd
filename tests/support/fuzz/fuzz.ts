import { Agent } from "node:http";
import { inspect } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ask } from "./ask";
import { type Chance, chanceOf } from "./chance";
import { faultOf } from "./faults";
import { hostileHeader } from "./hostile-headers";
import type { FuzzedRequest } from "./requests";
import { type Target, targetsOf } from "./targets";
import { openWorld } from "./world";

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
const atOnce = 8;
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
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const chance = chanceOf(seed + round);
    const targetOf = turnsOf(await targetsOf(world), chance);
    const worker = async (): Promise<void> => {
      while (sent < Math.min(count, (round + 1) * perServer) && faults.length < 20) {
        sent += 1;
        const isAtEnd = (round + 1) * perServer - sent < perEnd;
        const target = targetOf(isAtEnd);
        const made = withHeader(await target.request(world, chance), chance);
        last = shown(made);
        try {
          const answer = await ask(world.port, made, agent);
          world.learn(made, answer);
          slowest = Math.max(slowest, answer.milliseconds);
          const kind = `${Math.floor(answer.status / 100)}xx`;
          statuses[kind] = (statuses[kind] ?? 0) + 1;
          const what = faultOf(made.method, target.isPage, answer);
          if (what !== undefined)
            faults.push({ what, seed, request: shown(made), answer: answer.text.slice(0, 500) });
        } catch (error) {
          faults.push({ what: `no answer: ${String(error)}`, seed, request: shown(made) });
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
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
