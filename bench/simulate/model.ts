import { costLimits } from "../../src/adapters/http/declaration/cost-limits";
import { seeded } from "../chaos/random";
import type { Cost, Costs } from "./costs";
import {
  costOf,
  followers,
  holders,
  loadsOf,
  type Population,
  type RealmLoad,
  sum,
  times,
  type Work,
  works,
} from "./load";

/** What serves a population. */
export interface Deployment {
  readonly processes: number;
  /** Among how many processes the proxy spreads an organization: 1 if it hashes by host, all of them if it doesn't. */
  readonly spread: number;
  readonly bus: "nats" | "postgres";
  /** Each process's memory. */
  readonly memoryMib: number;
  readonly databaseCores: number;
  /** How many the database accepts, and how many a process's pools open: `PARLEY_DATABASE_POOL`. */
  readonly databaseConnections: number;
  readonly pool: number;
  /** How many mebibytes of the write-ahead log the database's disk takes in a second. */
  readonly walMib: number;
}

/** The totals; rates per second. */
export interface Totals {
  readonly sends: number;
  readonly deliveries: number;
  readonly heldRealms: number;
  /** Microseconds of processor time. */
  readonly all: Cost;
  readonly by: Readonly<Record<Work | "notifying" | "the processes themselves", Cost>>;
}

/** The most messages in a commit: the lane's `largestBatch`. */
export const largestBatch = 128;
/** A process's connections to the database beside those of its two pools. */
const otherConnections = 13;
export const microseconds = 1e6;

/** To the database, from all processes. */
export const connectionsOf = ({ processes, pool }: Pick<Deployment, "pool" | "processes">): number =>
  processes * (2 * pool + otherConnections);

const over = (loads: readonly RealmLoad[], value: (load: RealmLoad) => number): number =>
  loads.reduce((total, load) => total + load.realms * value(load), 0);

export const totalsOf = (
  costs: Costs,
  population: Population,
  { processes, spread, bus }: Pick<Deployment, "processes" | "spread" | "bus">,
): Totals => {
  const loads = loadsOf(population);
  const sends = over(loads, (load) => load.sends);
  const each = loads.map((load) => ({ load, cost: costOf(costs, population, load, spread) }));
  const together = (work: Work): Cost => sum(each.map(({ load, cost }) => times(cost[work], load.realms)));
  const notification = sum([costs.notify, times(costs.notifyEach, processes)]);
  const by = {
    ...(Object.fromEntries(works.map((work) => [work, together(work)])) as Record<Work, Cost>),
    notifying: times(notification, bus === "postgres" ? sends : 0),
    "the processes themselves": times(costs.process, processes),
  };
  return {
    sends,
    deliveries: over(loads, (load) => load.sends * load.reached),
    heldRealms: over(loads, (load) => holders(load, spread)),
    all: sum(Object.values(by)),
    by,
  };
};

/** Memory for one organization and its queues, in KiB, on all processes that hold it. */
const memoryOf = ({ memory }: Costs, load: RealmLoad, spread: number): number =>
  load.polling * memory.queueKib + holders(load, spread) * (memory.realmKib + load.people * memory.personKib);

/**
 * What the fullest group of processes gets when a hash places organizations, as a multiple of the average. There are so
 * many small ones that each group gets an equal share of them.
 */
const imbalance = (
  loads: readonly RealmLoad[],
  groups: number,
  value: (load: RealmLoad) => number,
): number => {
  const random = seeded(7);
  const placed = new Float64Array(groups);
  let rest = 0;
  for (const load of loads)
    if (load.realms > 1) rest += load.realms * value(load);
    else {
      const group = random.between(0, groups - 1);
      placed[group] = (placed[group] ?? 0) + value(load);
    }
  const all = placed.reduce((total, one) => total + one, rest);
  return all === 0
    ? 1
    : (placed.reduce((most, one) => Math.max(most, one), 0) + rest / groups) / (all / groups);
};

/** A part that can be too small. */
export interface Part {
  readonly name: string;
  /** The share of its capacity in use; 1 is all of it. */
  readonly used: number;
}

export const partsOf = (costs: Costs, population: Population, deployment: Deployment): readonly Part[] => {
  const { processes, spread } = deployment;
  const loads = loadsOf(population);
  const totals = totalsOf(costs, population, deployment);
  const groups = Math.max(1, Math.round(processes / spread));
  const nodeOf = (load: RealmLoad) => sum(Object.values(costOf(costs, population, load, spread))).node;
  const memory = (load: RealmLoad) => memoryOf(costs, load, spread);
  const mean = totals.all.node / processes / microseconds;
  const [largest] = loads;
  const announced = over(loads, (load) => load.sends * Math.max(1, followers(load, spread)));
  return [
    { name: "the processes, on average", used: mean },
    { name: "the busiest process", used: mean * imbalance(loads, groups, nodeOf) },
    {
      name: "the processes of the largest organization, by it alone",
      used: (largest ? nodeOf(largest) : 0) / spread / microseconds,
    },
    {
      name: `its lane, in commits of ${largestBatch}`,
      used: ((largest?.sends ?? 0) * costs.commitMilliseconds) / 1000 / largestBatch,
    },
    {
      name: "memory of the fullest process",
      used:
        (costs.memory.processMib +
          (over(loads, memory) / 1024 / processes) * imbalance(loads, groups, memory)) /
        deployment.memoryMib,
    },
    {
      name: "clients of the fullest process",
      used:
        (population.polling / processes / costLimits.poll.running) *
        imbalance(loads, groups, ({ polling }) => polling),
    },
    {
      name: "processors of the database",
      used: totals.all.database / deployment.databaseCores / microseconds,
    },
    {
      name: "its write-ahead log",
      used: (totals.sends * costs.perMessage.walBytes) / 2 ** 20 / deployment.walMib,
    },
    { name: "its connections", used: connectionsOf(deployment) / deployment.databaseConnections },
    { name: "NATS", used: deployment.bus === "nats" ? announced / costs.natsPerSecond : 0 },
  ];
};

/** A part, and how many polling clients fill it: 0 if it is full without any, infinite if all people together don't fill it. */
export interface Limit extends Part {
  readonly failsAt: number;
}

/** How precisely the limits are found. */
const precision = 0.002;

/** What each part could carry, all else being equal: each person does as much as before. */
export const limitsOf = (costs: Costs, population: Population, deployment: Deployment): readonly Limit[] => {
  const known = new Map<number, readonly Part[]>();
  const at = (polling: number): readonly Part[] => {
    const parts = known.get(polling) ?? partsOf(costs, { ...population, polling }, deployment);
    known.set(polling, parts);
    return parts;
  };
  return at(population.polling).map((part, index) => {
    const isFull = (polling: number) => (at(polling)[index]?.used ?? 0) >= 1;
    if (isFull(0)) return { ...part, failsAt: 0 };
    if (!isFull(population.people)) return { ...part, failsAt: Number.POSITIVE_INFINITY };
    let [works, fails] = [0, population.people];
    while (fails - works > fails * precision && fails > 1) {
      const middle = (works + fails) / 2;
      if (isFull(middle)) fails = middle;
      else works = middle;
    }
    return { ...part, failsAt: fails };
  });
};

/** A hash places organizations unevenly, so one process may be busier than the average one, but not full. */
const mostOfBusiest = 0.85;
const mostProcesses = 20_000;

/**
 * About the fewest processes that on average are used to at most a share, in processor time, memory and clients;
 * undefined if no number of them is enough.
 */
export const processesNeeded = (
  costs: Costs,
  population: Population,
  deployment: Omit<Deployment, "processes">,
  share: number,
): number | undefined => {
  const { spread } = deployment;
  const most = new Map([
    ["the processes, on average", share],
    ["the busiest process", mostOfBusiest],
    ["memory of the fullest process", mostOfBusiest],
    ["clients of the fullest process", mostOfBusiest],
  ]);
  for (let count = spread; count <= mostProcesses; ) {
    const parts = partsOf(costs, population, { ...deployment, processes: count });
    if (parts.every(({ name, used }) => used <= (most.get(name) ?? Number.POSITIVE_INFINITY))) return count;
    count = Math.max(count + spread, Math.ceil((count * 1.03) / spread) * spread);
  }
  return undefined;
};

/** Memory of all processes, in MiB. */
export const memoryOfAll = (
  costs: Costs,
  population: Population,
  { processes, spread }: Pick<Deployment, "processes" | "spread">,
): { readonly processes: number; readonly queues: number; readonly realms: number } => {
  const loads = loadsOf(population);
  const queues = (population.polling * costs.memory.queueKib) / 1024;
  return {
    processes: processes * costs.memory.processMib,
    queues,
    realms: over(loads, (load) => memoryOf(costs, load, spread)) / 1024 - queues,
  };
};
