import type { Knex } from "knex";
import { connectedProcesses } from "../../adapters/persistence/knex/database/connected-processes";
import type { DeadLetters, JobStanding } from "../../application/ports/jobs/dead-letters";
import type { Clock } from "../../application/ports/system/clock";
import type { Metrics } from "../../application/ports/system/metrics";
import type { Config } from "../../config/config";
import { Repetitions } from "../../domain/collections/repetitions";
import { jobKinds } from "../../domain/jobs/job";
import { millisecondsIn } from "../../domain/units/time";
import type { Component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";
import { gaugeJobs } from "./gauges";
import { type Server, serversAmong } from "./other-nodes";

const { minute, second } = millisecondsIn;

/** In milliseconds; jobs usually begin within a second. */
const tolerable = minute;

export const overdueAmong = (standings: readonly JobStanding[]): readonly JobStanding[] =>
  standings.filter(({ overdue }) => overdue > tolerable);

/** Whether none of these servers runs jobs, as far as they name their roles. */
export const runNoJobs = (servers: readonly Server[]): boolean =>
  servers.length > 0 && servers.every(({ serving }) => serving.role === "web");

/** What is wrong then. */
export const nobodyRunsJobs =
  "every server on this database has PARLEY_ROLE=web, so nobody sends mail and notifications, calls bots or cleans up. Start one with PARLEY_ROLE=jobs or all";

interface Dependencies {
  readonly db: Knex;
  readonly deadLetters: Pick<DeadLetters, "standing">;
  readonly clock: Clock;
  readonly warn: (line: string) => void;
  readonly onError: (error: unknown) => void;
  readonly everyMilliseconds?: number;
}

/** How long a warning stays silent, in milliseconds. */
const silence = 5 * minute;
/** How long the stop waits for a question in progress, in milliseconds: a silent database must not hold it up. */
const patience = second;

/** Warns while jobs are overdue and no server on the database runs any. */
export const watchJobs = (
  { databaseUrl }: Pick<Config, "databaseUrl">,
  { db, deadLetters, clock, warn, onError, everyMilliseconds = minute }: Dependencies,
): Component => {
  const warnings = new Repetitions<string>(silence, 1);
  const isNobody = async (): Promise<boolean> =>
    // Nobody else uses an embedded database.
    databaseUrl === undefined || runNoJobs(serversAmong(await connectedProcesses(db), () => false));
  const look = async (): Promise<void> => {
    const overdue = overdueAmong(await deadLetters.standing(jobKinds));
    if (overdue.length === 0 || !(await isNobody())) return;
    if (warnings.note(nobodyRunsJobs, clock.now()) === undefined) return;
    warn(`Jobs are overdue: ${nobodyRunsJobs}`);
  };
  return recurring("watching jobs", look, { everyMilliseconds, atOnce: false, onError, patience });
};

/** What a server watches of jobs, once however many processes it has: gauges if somebody reads them, and the log if it runs none. */
export const jobWatches = (
  { metricsPort, role, databaseUrl }: Pick<Config, "databaseUrl" | "metricsPort" | "role">,
  dependencies: Dependencies & { readonly metrics: Metrics },
): readonly Component[] => [
  ...(metricsPort === undefined ? [] : [gaugeJobs(dependencies)]),
  ...(role === "web" ? [watchJobs({ databaseUrl }, dependencies)] : []),
];
