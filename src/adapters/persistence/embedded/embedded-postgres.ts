import { existsSync, realpathSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../../domain/codec/caught";
import { openDataFolder } from "../../system/data-folder";
import { chooseAccount, runAs } from "./account";
import { locateBinaries, versionOf } from "./binaries";
import { prepareCluster } from "./cluster";
import { askForPassword, clusterPassword, trustsEveryone } from "./cluster-access";
import { lockDataFolder } from "./data-folder-lock";
import { startedByUs, stopLeftover } from "./leftover-postmaster";
import { type EmbeddedPostgresConnection, ensureDatabase, setPasswords } from "./parley-database";
import { type Postmaster, type PostmasterPlan, startPostmaster } from "./postmaster";
import { type Account, EmbeddedPostgresError } from "./program";
import { giveSocketFolder, makeSocketFolder, removeSocketFolder, socketPort } from "./socket-folder";

export { EmbeddedPostgresError } from "./program";

/** A running embedded PostgreSQL. */
export interface EmbeddedPostgres {
  readonly connection: EmbeddedPostgresConnection;
  /** Resolves if PostgreSQL ends on its own, with the line that states the reason. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

interface EmbeddedPostgresOptions {
  /** Parley's data folder; the cluster is its folder `postgres`. */
  readonly dataDir: string;
  /** How many connections it accepts; by default enough for one process. */
  readonly connections?: number;
  /** postgresql.conf settings that override ours. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
  /** TCP on loopback where there are no Unix sockets. */
  readonly transport?: "socket" | "tcp";
}

// Small when idle. Durability (fsync, full_page_writes, synchronous_commit) stays at PostgreSQL's default:
// on.
const smallServer = (connections: number): Readonly<Record<string, string>> => ({
  shared_buffers: "32MB",
  max_connections: `${connections}`,
  jit: "off",
  io_method: "sync",
  autovacuum_worker_slots: "2",
  autovacuum_max_workers: "2",
  max_worker_processes: "4",
  max_parallel_workers: "2",
  max_logical_replication_workers: "0",
  max_wal_senders: "2",
  log_checkpoints: "off",
  log_line_prefix: "[%p] ",
  timezone: "UTC",
});

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
    });
  });

const clusterHome = (dataDir: string): string => {
  try {
    return openDataFolder(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} can't be used: ${messageOf(error)}`);
  }
};

const clusterFolder = (folder: string): string => {
  const cluster = join(folder, "postgres");
  return existsSync(cluster) ? realpathSync(cluster) : cluster;
};

/** A killed postmaster's last sessions may still be ending; PostgreSQL refuses to start beside them. */
const startWhenFree = async (plan: PostmasterPlan): Promise<Postmaster> => {
  for (const until = Date.now() + 10_000; ; await sleep(30))
    try {
      return await startPostmaster(plan);
    } catch (error) {
      if (Date.now() > until || !/pre-existing shared memory/.test(messageOf(error))) throw error;
    }
};

/** Starts the cluster once without a password, sets that of its roles, and requires it from then on. */
const introducePassword = async (
  plan: PostmasterPlan,
  connection: EmbeddedPostgresConnection,
  account: Account | undefined,
): Promise<void> => {
  const postmaster = await startWhenFree(plan);
  try {
    await setPasswords(connection);
  } finally {
    await postmaster.stop();
  }
  await askForPassword(plan.cluster, account);
};

const oneLine = (folder: string, error: unknown): EmbeddedPostgresError =>
  error instanceof EmbeddedPostgresError
    ? error
    : new EmbeddedPostgresError(
        `PostgreSQL doesn't start in ${folder}: ${messageOf(error).replaceAll("\n", " ")}`,
      );

/** Starts the embedded PostgreSQL in the data folder and waits until it accepts connections. */
export const startEmbeddedPostgres = async (options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> => {
  const { dataDir, connections = 40, settings = {}, log = () => undefined } = options;
  const tcp = (options.transport ?? (process.platform === "win32" ? "tcp" : "socket")) === "tcp";
  const folder = clusterHome(dataDir);
  const binaries = locateBinaries();
  const asked = versionOf(binaries);
  asked.catch(() => undefined);
  const undo: (() => void | Promise<void>)[] = [];
  const stop = async () => {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  };
  try {
    const lock = await lockDataFolder(folder);
    undo.push(lock.release);
    const version = await asked;
    const cluster = clusterFolder(folder);
    const account = await chooseAccount(cluster);
    const socketFolder = tcp ? "" : await makeSocketFolder(folder);
    if (!tcp) {
      undo.push(() => removeSocketFolder(socketFolder));
      await giveSocketFolder(socketFolder, account);
    }
    const { home } = binaries;
    const as = await runAs(
      account,
      {
        data: [folder, ...(tcp ? [] : [socketFolder])],
        programs: ["bin", "lib", "share"].map((part) => join(home, part)),
      },
      log,
    );
    await prepareCluster({ folder, cluster, binaries, version, account, as, tcp });
    const env = await stopLeftover(cluster, log);
    const port = tcp ? await freePort() : socketPort;
    const all = { ...smallServer(connections), listen_addresses: tcp ? "127.0.0.1" : "", ...settings };
    const args = ["-D", cluster, "-k", socketFolder, "-p", `${port}`, "-c", startedByUs()];
    const more = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
    const program = { ...as(binaries.postgres, [...args, ...more]), env };
    const connection = {
      host: tcp ? "127.0.0.1" : socketFolder,
      port,
      user: "parley",
      database: "parley",
      password: await clusterPassword(folder),
    };
    const plan = { program, cluster, pgCtl: binaries.pgCtl, log };
    if (await trustsEveryone(cluster)) await introducePassword(plan, connection, account);
    const postmaster = await startWhenFree(plan);
    undo.push(postmaster.stop);
    await ensureDatabase(connection);
    let stopped: Promise<void> | undefined;
    return {
      connection,
      exited: postmaster.exited,
      stop: () => {
        stopped ??= stop();
        return stopped;
      },
    };
  } catch (error) {
    await stop();
    throw oneLine(folder, error);
  }
};
