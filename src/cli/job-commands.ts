import { type Command, InvalidArgumentError } from "commander";
import type { Needs } from "../application/bind-use-cases";
import { listJobs } from "../application/jobs/list-jobs";
import { removeJob } from "../application/jobs/remove-job";
import { retryJobs } from "../application/jobs/retry-jobs";
import type { DeadLetter, DeadLetterId, WaitingJobs } from "../application/ports/jobs/dead-letters";
import { type JobKind, jobKinds } from "../domain/jobs/job";
import { pluralized } from "../domain/text/pluralized";
import { millisecondsIn } from "../domain/units/time";

type Services = Needs<typeof listJobs | typeof removeJob | typeof retryJobs>;
type WithApplication = (run: (services: Services) => Promise<void>) => Promise<void>;

const print = (lines: readonly string[]): void => {
  process.stdout.write(lines.map((line) => `${line}\n`).join(""));
};

const units = [
  ["day", millisecondsIn.day],
  ["hour", millisecondsIn.hour],
  ["minute", millisecondsIn.minute],
] as const;

/** A duration in one unit, rounded down. */
const spanOf = (milliseconds: number): string => {
  const [unit, size] = units.find(([, size]) => milliseconds >= 2 * size) ?? ["second", 1000];
  return pluralized(Math.max(0, Math.floor(milliseconds / size)), unit);
};

/** An id for display: the organization's, and the job's within the server. */
const shownId = ({ realmId, id }: DeadLetterId): string => `${realmId}-${id}`;

const readId = (text: string): DeadLetterId => {
  const [, realmId, id] = /^(\d+)-(\d+)$/.exec(text) ?? [];
  if (realmId === undefined || id === undefined)
    throw new InvalidArgumentError("It must be an id from `parley jobs`, such as 2-17.");
  return { realmId: Number(realmId), id: Number(id) };
};

const readKind = (text: string): JobKind => {
  const kind = jobKinds.find((one) => one === text);
  if (kind === undefined) throw new InvalidArgumentError(`It must be one of ${jobKinds.join(", ")}.`);
  return kind;
};

const waitingLine = ({ kind, count, failing, firstDueAt }: WaitingJobs, now: number): string => {
  const when =
    firstDueAt > now ? `next due in ${spanOf(firstDueAt - now)}` : `overdue by ${spanOf(now - firstDueAt)}`;
  return `${kind}: ${count} waiting, ${failing} of them failed before, ${when}`;
};

const deadLine = (job: DeadLetter, now: number): string => {
  const age = spanOf(now - job.buriedAt);
  const error = job.error.replace(/\s+/g, " ");
  return `${shownId(job)}  ${job.kind}, given up ${age} ago after ${pluralized(job.failures, "failure")}: ${error}`;
};

const list = async (services: Services): Promise<void> => {
  const { waiting, dead } = await listJobs(services)();
  const now = Date.now();
  print([
    ...waiting.map((one) => waitingLine(one, now)),
    ...(waiting.length === 0 ? ["Nothing is waiting"] : []),
    ...(dead.length > 0 ? ["", "Given up:", ...dead.map((job) => deadLine(job, now))] : []),
  ]);
};

/** Adds commands about waiting jobs: mail, notifications, calls to bots, scheduled messages. */
export const addJobCommands = (program: Command, withApplication: WithApplication): void => {
  const jobs = program
    .command("jobs")
    .description(
      "List waiting work, such as mail, notifications and calls to bots; retry or delete what failed",
    )
    .action(() => withApplication(list));

  jobs
    .command("retry")
    .description("Retry dead letters: one by its id, or all of a kind")
    .argument("[id]", "as `jobs` lists it", readId)
    .option("--kind <kind>", `all of this kind: ${jobKinds.join(", ")}`, readKind)
    .action((id: DeadLetterId | undefined, { kind }: { kind?: JobKind }) =>
      withApplication(async (services) => {
        const which = kind === undefined ? id : { kind };
        if (which === undefined || (id && kind)) throw new Error("Give either an id or --kind");
        const count = await retryJobs(services)(which);
        if (id && count === 0) throw new Error("There is no dead letter with that id");
        print([`${pluralized(count, "job")} will be tried again`]);
      }),
    );

  jobs
    .command("remove")
    .description("Delete a dead letter")
    .argument("<id>", "as `jobs` lists it", readId)
    .action((id: DeadLetterId) =>
      withApplication(async (services) => {
        if (!(await removeJob(services)(id))) throw new Error("There is no dead letter with that id");
      }),
    );
};
