import { join } from "node:path";
import type { Knex } from "knex";
import { connectedProcesses } from "../../adapters/persistence/knex/database/connected-processes";
import {
  type ConnectedProcess,
  isHere,
  type Serving,
} from "../../adapters/persistence/knex/database/connection-name";
import {
  type Comparison,
  compareFolder,
  proposeFolder,
  replaceFolder,
} from "../../adapters/storage/shared-folder";
import type { Clock } from "../../application/ports/system/clock";
import type { Config } from "../../config/config";
import { Repetitions } from "../../domain/collections/repetitions";
import { millisecondsIn } from "../../domain/units/time";
import { type ComparedConfig, sendsMail, settingsDifferences } from "../adapters/compared-settings";
import { type Component, component } from "../lifecycle/lifecycle";
import { recurring } from "../lifecycle/recurring";

type NodeConfig = ComparedConfig & Pick<Config, "databaseUrl" | "dataDir" | "role" | "storage" | "wakeup">;

/** A process that serves. */
export type Server = ConnectedProcess & { readonly serving: Serving };

/** Where a node stores files, if on disk. */
export const filesFolder = ({ dataDir }: Pick<Config, "dataDir">): string => join(dataDir, "files");

/** Serving processes, except this server's. */
export const serversAmong = (
  processes: readonly ConnectedProcess[],
  isSameServer: (one: Server) => boolean,
): readonly Server[] =>
  processes
    .flatMap((one) => (one.serving === undefined ? [] : [{ ...one, serving: one.serving }]))
    .filter((one) => !isSameServer(one));

/** Whether a process belongs to the server that this machine's process with the pid started. */
export const isOfServer =
  (serverPid: number) =>
  (one: Server): boolean =>
    isHere(one) && one.serving.serverPid === serverPid;

/** Settings in which others differ from this node, as sentences for the operator. */
export const differencesFrom = (
  config: ComparedConfig & Pick<Config, "storage" | "wakeup">,
  others: readonly Server[],
): readonly string[] => {
  const { wakeup, storage } = config;
  const onOtherBus = others.find(({ serving }) => serving.wakeup !== wakeup);
  const onOtherStorage = others.find(({ serving }) => serving.storage !== storage);
  return [
    ...(onOtherBus === undefined
      ? []
      : [
          `PARLEY_WAKEUP is ${wakeup} here and ${onOtherBus.serving.wakeup} on ${onOtherBus.host} (pid ${onOtherBus.pid}): changes take up to four seconds between them. Set the same on all nodes`,
        ]),
    ...(onOtherStorage === undefined
      ? []
      : [
          `PARLEY_STORAGE is ${storage} here and ${onOtherStorage.serving.storage} on ${onOtherStorage.host} (pid ${onOtherStorage.pid}): each lacks the files that were uploaded at the other. Set the same on all nodes`,
        ]),
    ...otherSettings(config, others),
  ];
};

/** A sentence for each setting, about the first server that differs in it. */
const otherSettings = (config: ComparedConfig, others: readonly Server[]): readonly string[] => {
  const sentences = new Map<string, string>();
  for (const { host, pid, serving } of others)
    for (const { variable, sentence } of settingsDifferences(config, serving.settings))
      if (!sentences.has(variable)) sentences.set(variable, sentence(`${host} (pid ${pid})`));
  return [...sentences.values()];
};

/** What is wrong if a server runs no jobs, and no other server can use its database. */
export const roleProblem = ({
  databaseUrl,
  role,
}: Pick<Config, "databaseUrl" | "role">): string | undefined =>
  databaseUrl === undefined && role === "web"
    ? "PARLEY_ROLE is web, and no other server can use the embedded database, so nobody sends mail and notifications, calls bots or cleans up. Remove PARLEY_ROLE, or set DATABASE_URL and start another server with PARLEY_ROLE=jobs"
    : undefined;

/** What is wrong if a node's folder isn't the other nodes'. */
export const foreignFolder = (folder: string): string =>
  `Files are in ${folder}, which isn't the folder of the other nodes: each lacks the files that were uploaded at the others. Set PARLEY_STORAGE=s3 on all nodes, or share one folder`;

/** Compares the folder with the database's. Makes it the database's if there is none, or if it may replace that one. */
const registerFolder = async (db: Knex, folder: string, mayReplace: boolean): Promise<Comparison> => {
  const found = await compareFolder(db, folder);
  if (found === "same" || (found === "other" && !mayReplace)) return found;
  await (found === "none" ? proposeFolder : replaceFolder)(db, folder);
  return compareFolder(db, folder);
};

interface Dependencies {
  readonly db: Knex;
  readonly clock: Clock;
  /** Whether a process belongs to the same server as this one. */
  readonly isSameServer: (one: Server) => boolean;
  /** Receives whether any of the other servers sends mail, after each look at them. */
  readonly othersSendMail?: (isSent: boolean) => void;
  readonly warn: (line: string) => void;
  readonly onError: (error: unknown) => void;
  readonly everyMilliseconds?: number;
}

/** Frequent enough that a connection with this process's name stays open: pools close those that were idle for 30 seconds. */
const usualInterval = 20_000;
/** How long the stop waits for a look in progress, in milliseconds: a silent database must not hold it up. */
const patience = 1000;
/** How long a warning stays silent, in milliseconds. */
const silence = millisecondsIn.hour;
const mostWarnings = 20;

/** Warns of other nodes on the same database whose settings conflict with this one's, at start and every hour. */
export const watchOtherNodes = (
  config: NodeConfig,
  { db, clock, isSameServer, othersSendMail, warn, onError, everyMilliseconds = usualInterval }: Dependencies,
): Component => {
  // Nobody else uses an embedded database.
  if (config.databaseUrl === undefined) {
    const problem = roleProblem(config);
    const start = async (): Promise<void> => {
      if (problem !== undefined) warn(problem);
    };
    return component("other nodes", { start });
  }
  const warnings = new Repetitions<string>(silence, mostWarnings);
  const folder = filesFolder(config);
  let isFirst = true;
  const isForeignTo = async (others: readonly Server[]): Promise<boolean> => {
    // Later, others may just be hidden by a pooler that renames connections, or not back yet after an outage of the database.
    const mayReplace = isFirst && !others.some(({ serving }) => serving.storage === "disk");
    const found = await registerFolder(db, folder, mayReplace);
    isFirst = false;
    return found === "other";
  };
  const look = async (): Promise<void> => {
    const others = serversAmong(await connectedProcesses(db), isSameServer);
    othersSendMail?.(others.some(({ serving }) => sendsMail(serving.settings)));
    const isForeign = config.storage === "disk" && (await isForeignTo(others));
    const found = [...differencesFrom(config, others), ...(isForeign ? [foreignFolder(folder)] : [])];
    for (const line of found) if (warnings.note(line, clock.now()) !== undefined) warn(line);
  };
  return recurring("other nodes", look, { everyMilliseconds, atOnce: true, onError, patience });
};
