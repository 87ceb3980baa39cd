import { closeSync, existsSync, fsyncSync, openSync, type Stats } from "node:fs";
import { chown, lchown, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { RunAs } from "./account";
import type { Binaries, Version } from "./binaries";
import { makePassword, replaceLostPassword } from "./cluster-access";
import { type Account, EmbeddedPostgresError, errorLine, run } from "./program";

/** The parameters to create or open the cluster of a data folder. */
interface ClusterPlan {
  readonly folder: string;
  readonly cluster: string;
  readonly binaries: Binaries;
  readonly version: Version;
  readonly account: Account | undefined;
  readonly as: RunAs;
  /** Whether clients connect over TCP. */
  readonly tcp: boolean;
}

const unfinished = "postgres.new-";

const giveTo = async (path: string, account: Account | undefined): Promise<void> => {
  if (account) await chown(path, account.uid, account.gid);
};

const fsyncFolder = (path: string): void => {
  if (process.platform === "win32") return;
  const fd = openSync(path, "r");
  fsyncSync(fd);
  closeSync(fd);
};

const authentication = async ({ folder, account, tcp }: ClusterPlan): Promise<readonly string[]> => [
  "--auth-local=scram-sha-256",
  `--auth-host=${tcp ? "scram-sha-256" : "reject"}`,
  `--pwfile=${await makePassword(folder, account)}`,
];

/** Creates the cluster under a temporary name and then renames it, so a start killed halfway leaves none. */
const initialize = async (plan: ClusterPlan): Promise<void> => {
  // A new name each time: an initdb whose parent was killed may still be writing to the last one.
  const fresh = await mkdtemp(join(plan.folder, unfinished));
  await giveTo(fresh, plan.account);
  const args = ["-D", fresh, "-U", "postgres", "-E", "UTF8", "--no-instructions"];
  const locale = ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const { ok, stderr } = await run(
    plan.as(plan.binaries.initdb, [...args, ...locale, ...(await authentication(plan))]),
  );
  if (!ok) {
    await rm(fresh, { recursive: true, force: true });
    throw new EmbeddedPostgresError(
      `PostgreSQL can't create its files in ${plan.folder}: ${errorLine(stderr.split("\n"))}`,
    );
  }
  await rename(fresh, plan.cluster);
  fsyncFolder(plan.folder);
};

const removeUnfinished = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder))
    if (name.startsWith(unfinished))
      await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 });
};

/** Gives a cluster restored by root to the account; its top folder comes last and marks completion. */
const takeOver = async (cluster: string, account: Account): Promise<void> => {
  for (const name of await readdir(cluster, { recursive: true }))
    await lchown(join(cluster, name), account.uid, account.gid);
  await giveTo(cluster, account);
};

const check = async ({ cluster, version, account }: ClusterPlan, found: Stats): Promise<void> => {
  const user = account?.uid ?? process.getuid?.();
  if (user !== undefined && found.uid !== user)
    throw new EmbeddedPostgresError(
      `${cluster} belongs to the system user ${found.uid} and Parley runs as ${user}: start Parley as that user, or chown the folder`,
    );
  const made = (await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "")).trim();
  if (made === "")
    throw new EmbeddedPostgresError(`${cluster} isn't a PostgreSQL cluster: it has no file PG_VERSION`);
  if (made !== version.major)
    throw new EmbeddedPostgresError(
      `${cluster} was created by PostgreSQL ${made} and this Parley includes PostgreSQL ${version.full}: upgrade the folder with pg_upgrade, or start the Parley that created it`,
    );
};

/** Whether there is a cluster, or something in its place. */
export const hasCluster = async (cluster: string): Promise<boolean> =>
  existsSync(cluster) && (await readdir(cluster).catch(() => ["?"])).length > 0;

/** Ensures a cluster of the installed version, owned by the account, with its password. */
export const prepareCluster = async (plan: ClusterPlan): Promise<void> => {
  await removeUnfinished(plan.folder);
  if (!(await hasCluster(plan.cluster))) return initialize(plan);
  const found = await stat(plan.cluster);
  if (plan.account && found.uid === 0) await takeOver(plan.cluster, plan.account);
  await check(plan, await stat(plan.cluster));
  if (!plan.tcp) await replaceLostPassword(plan.folder, plan.cluster, plan.account);
};
