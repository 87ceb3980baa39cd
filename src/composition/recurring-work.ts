import { pruneAuditLog } from "../application/audit/prune-audit-log";
import { markQuietChannels } from "../application/channels/mark-quiet-channels";
import { extendLogs } from "../application/events/extend-logs";
import { settleLocalQueues } from "../application/events/settle-local-queues";
import { sweep } from "../application/events/sweep";
import { releaseIdleRealms } from "../application/held-realms/release-idle-realms";
import { rerenderMessages } from "../application/messages/rerender-messages";
import { announceUpdates } from "../application/realm/announce-updates";
import { archiveExpiredMessages } from "../application/retention/archive-expired-messages";
import { endUnfinishedUploads } from "../application/uploads/end-unfinished-uploads";
import { removeOrphans } from "../application/uploads/remove-orphans";
import { removeStrays } from "../application/uploads/remove-strays";
import type { Config } from "../config/config";
import { millisecondsIn } from "../domain/units/time";
import type { Application } from "./compose";
import type { Component } from "./lifecycle/lifecycle";
import { recurring } from "./lifecycle/recurring";
import type { Services } from "./open-services";

const { second, hour, day } = millisecondsIn;

interface Work {
  readonly name: string;
  readonly work: (services: Services) => (stopping: AbortSignal) => Promise<void>;
  readonly every: number;
  /** Whether the first run starts immediately. */
  readonly atOnce: boolean;
  /** Whether it removes or changes what is old by the clock, which must be right then. */
  readonly isByAge: boolean;
}

/** Periodic work of every process, on its own memory. */
const ownWork: readonly Work[] = [
  {
    name: "releasing idle realms",
    work: releaseIdleRealms,
    every: 60 * second,
    atOnce: false,
    isByAge: false,
  },
  {
    name: "extending logs that are short of event ids",
    work: extendLogs,
    every: 5 * second,
    atOnce: false,
    isByAge: false,
  },
  // Also while the clock is wrong: other nodes delete the queues that nobody has saved for a while.
  {
    name: "saving queues and presence",
    work: settleLocalQueues,
    every: 60 * second,
    atOnce: false,
    isByAge: false,
  },
];

/** Periodic work that only has to be done somewhere in the installation. */
const sharedWork: readonly Work[] = [
  { name: "sweeping event queues", work: sweep, every: 60 * second, atOnce: false, isByAge: true },
  { name: "rendering old messages", work: rerenderMessages, every: hour, atOnce: true, isByAge: false },
  { name: "retention", work: archiveExpiredMessages, every: hour, atOnce: true, isByAge: true },
  { name: "announcing server updates", work: announceUpdates, every: hour, atOnce: true, isByAge: true },
  { name: "marking quiet channels", work: markQuietChannels, every: day, atOnce: true, isByAge: true },
  { name: "pruning the audit log", work: pruneAuditLog, every: hour, atOnce: true, isByAge: true },
  { name: "removing orphaned files", work: removeOrphans, every: hour, atOnce: true, isByAge: true },
  { name: "ending unfinished uploads", work: endUnfinishedUploads, every: hour, atOnce: true, isByAge: true },
  { name: "removing stray files", work: removeStrays, every: day, atOnce: true, isByAge: true },
];

/** The periodic work of a process with a role. While its clock is wrong, it does nothing that depends on it. */
export const recurringWork = (
  { patientServices, clockWatch }: Pick<Application, "patientServices" | "clockWatch">,
  role: Config["role"],
  onError: (error: unknown) => void,
): readonly Component[] =>
  (role === "web" ? ownWork : [...ownWork, ...sharedWork]).map(({ name, work, every, atOnce, isByAge }) => {
    const run = work(patientServices);
    const runOnceRight = async (stopping: AbortSignal): Promise<void> => {
      await clockWatch.untilRight(stopping);
      if (!stopping.aborted) await run(stopping);
    };
    return recurring(name, isByAge ? runOnceRight : run, { everyMilliseconds: every, atOnce, onError });
  });
