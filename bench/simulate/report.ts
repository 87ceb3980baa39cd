import type { Costs } from "./costs";
import { simulate } from "./event-simulation";
import type { Population } from "./load";
import {
  connectionsOf,
  type Deployment,
  limitsOf,
  memoryOfAll,
  microseconds,
  processesNeeded,
  type Totals,
  totalsOf,
} from "./model";

/** What the report is asked for, besides who is served and by what. */
export interface Asked {
  /** How much of a part may be used. */
  readonly share: number;
  readonly coresEach: number;
  /** Dollars a month. */
  readonly corePrice: number;
  readonly gibPrice: number;
  readonly seconds: number;
  readonly seed: number;
}

const secondsInDay = 86_400;
/** The busiest hour has this many times the messages of an average one. */
const peak = 3;
const gib = 2 ** 30;

const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
const percent = (share: number): string => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`;
const row = (what: string, ...values: readonly string[]): string =>
  `  ${what.padEnd(70)} ${values.map((value) => value.padStart(12)).join(" ")}`.trimEnd();

const whereTimeGoes = (totals: Totals): readonly string[] =>
  Object.entries(totals.by)
    .filter(([, { node, database }]) => node + database > 0)
    .map(([work, { node, database }]) =>
      row(work, (node / microseconds).toFixed(1), (database / microseconds).toFixed(1)),
    );

/** Says what the population needs, as lines. */
export const report = (
  costs: Costs,
  population: Population,
  machines: Omit<Deployment, "processes">,
  { processes: given, ...asked }: Asked & { readonly processes: number | undefined },
): readonly string[] => {
  const processes = given ?? processesNeeded(costs, population, machines, asked.share);
  if (processes === undefined)
    return [
      "No number of processes is enough: spread the largest organization over several of them (--spread).",
    ];
  const deployment = { ...machines, processes };
  const totals = totalsOf(costs, population, deployment);
  const limits = limitsOf(costs, population, deployment);
  const [first] = limits.toSorted((one, other) => one.failsAt - other.failsAt);
  const memory = memoryOfAll(costs, population, deployment);
  const memoryGib = (memory.processes + memory.queues + memory.realms) / 1024;
  const databaseCores = Math.ceil(totals.all.database / microseconds / asked.share);
  const cores = processes + databaseCores;
  const rentedGib = (processes * deployment.memoryMib) / 1024 + databaseCores * gibPerDatabaseCore;
  const played = simulate(costs, population, deployment, asked);
  return [
    `${whole(population.people)} people in ${whole(population.realms)} organizations, ${whole(population.polling)} clients waiting for events`,
    `costs measured on ${costs.measuredOn}`,
    "",
    row("in the busiest hour, each second:"),
    row("messages", whole(totals.sends)),
    row("deliveries", whole(totals.deliveries)),
    row("organizations in memory", whole(totals.heldRealms)),
    "",
    row("cores in use for", "Parley", "PostgreSQL"),
    ...whereTimeGoes(totals),
    row("all", (totals.all.node / microseconds).toFixed(1), (totals.all.database / microseconds).toFixed(1)),
    "",
    row(`${whole(processes)} processes`, "used", "full at"),
    ...limits.map(({ name, used, failsAt }) =>
      row(name, percent(used), Number.isFinite(failsAt) ? whole(failsAt) : "never"),
    ),
    row(
      `fails first: ${first?.name ?? "nothing"}`,
      "",
      Number.isFinite(first?.failsAt) ? whole(first?.failsAt ?? 0) : "-",
    ),
    "",
    row(
      `simulated for ${asked.seconds} s: messages sent, answered, still on their way`,
      whole(played.sent),
      whole(played.answered),
      whole(played.unanswered),
    ),
    row("a send, p50 and p99, in ms", played.p50.toFixed(1), played.p99.toFixed(1)),
    row(
      "processes in use, on average and the busiest",
      percent(played.processes),
      percent(played.busiestProcess),
    ),
    row("processors of the database in use", percent(played.database)),
    row("messages in the largest commit", whole(played.largestBatch)),
    "",
    row(`needed, with at most ${percent(asked.share)} of a part in use:`),
    row(
      `machines of ${asked.coresEach} cores, each ${whole((asked.coresEach * deployment.memoryMib) / 1024)} GiB`,
      whole(Math.ceil(processes / asked.coresEach)),
    ),
    row(
      "memory of processes: used by queues, by organizations, all, in GiB",
      ...[memory.queues, memory.realms].map((one) => whole(one / 1024)),
      whole(memoryGib),
    ),
    row("processors for the database", whole(databaseCores)),
    row("connections to it", whole(connectionsOf(deployment))),
    row(
      "its growth for a day, GiB, and write-ahead log",
      ...[costs.perMessage.storedBytes, costs.perMessage.walBytes].map((bytes) =>
        whole((totals.sends * bytes * secondsInDay) / peak / gib),
      ),
    ),
    row(
      "loading all organizations again, core seconds",
      whole((totals.heldRealms * costs.realmLoad.node) / microseconds),
    ),
    row(
      `cost for a month, at $${asked.corePrice} a core and $${asked.gibPrice} a GiB`,
      `$${whole(cores * asked.corePrice + rentedGib * asked.gibPrice)}`,
    ),
  ];
};

const gibPerDatabaseCore = 8;
