import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Account, EmbeddedPostgresError, errorLine, type Program, run } from "./program";

/** Prepares a program to run as the account that owns the cluster. */
export type RunAs = (file: string, args: readonly string[]) => Program;

const isRoot = (): boolean => process.getuid?.() === 0;

const accounts = (): readonly Account[] =>
  readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid, gid }) => name !== "" && uid > 0 && gid >= 0);

const wellKnown = (): Account | undefined =>
  ["parley", "postgres"].flatMap((name) => accounts().filter((account) => account.name === name)).at(0);

const createAccount = async (): Promise<Account> => {
  const tries: readonly Program[] = [
    { file: "useradd", args: ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", "parley"] },
    { file: "adduser", args: ["-S", "-D", "-H", "parley"] },
  ];
  const problems: string[] = [];
  for (const attempt of tries) {
    const { stderr } = await run(attempt);
    const made = wellKnown();
    if (made) return made;
    problems.push(errorLine(stderr.split("\n")));
  }
  throw new EmbeddedPostgresError(
    `PostgreSQL doesn't run as root and the system user "parley" can't be created (${problems.join("; ")}): start Parley as another user`,
  );
};

/**
 * The account that runs PostgreSQL when Parley runs as root: the cluster's owner, or parley or postgres,
 * created if missing.
 */
export const chooseAccount = async (cluster: string): Promise<Account | undefined> => {
  if (!isRoot()) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0)
    return (
      accounts().find(({ uid }) => uid === owner.uid) ?? {
        name: `uid ${owner.uid}`,
        uid: owner.uid,
        gid: owner.gid,
      }
    );
  return wellKnown() ?? createAccount();
};

/** The bit of a folder's mode that lets the account enter it. */
const entryBit = ({ uid, gid }: Account, stats: Stats): number => {
  if (stats.uid === uid) return 0o100;
  return stats.gid === gid ? 0o010 : 0o001;
};

const mayEnter = (account: Account, stats: Stats): boolean => (stats.mode & entryBit(account, stats)) !== 0;

const ancestors = (path: string): readonly string[] =>
  dirname(path) === path ? [path] : [...ancestors(dirname(path)), path];

/** The first folder on the path that the account can't enter. */
const closedFolder = (account: Account, path: string): string | undefined =>
  ancestors(realpathSync(path)).find((folder) => !mayEnter(account, statSync(folder)));

// Lets a process enter closed folders and read, not write, in them. access(2) would drop the capability for a
// user other than root, and PostgreSQL finds its own program with it: no_setuid_fixup preserves it.
const setpriv = ({ uid, gid }: Account): readonly string[] => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  "--clear-groups",
  "--inh-caps=+dac_read_search",
  "--ambient-caps=+dac_read_search",
  "--securebits=+no_setuid_fixup",
];

/** Decides how to run as the account, given the folders it must enter. */
export const runAs = async (
  account: Account | undefined,
  needed: { data: readonly string[]; programs: readonly string[] },
  log: (line: string) => void,
): Promise<RunAs> => {
  if (!account) return (file, args) => ({ file, args });
  const closed = [...needed.data, ...needed.programs]
    .flatMap((path) => closedFolder(account, path) ?? [])
    .at(0);
  if (closed === undefined) return (file, args) => ({ file, args, account });
  const asCapable: RunAs = (file, args) => ({ file: "setpriv", args: [...setpriv(account), file, ...args] });
  const { ok, stderr } = await run(asCapable("true", []));
  if (!ok) {
    const advice = needed.data.some((path) => closedFolder(account, path) !== undefined)
      ? "choose another PARLEY_DATA_DIR"
      : "install Parley elsewhere";
    throw new EmbeddedPostgresError(
      `PostgreSQL runs as the system user ${account.name}, who can't enter the folder ${closed}: ${advice} (${errorLine(stderr.split("\n"))})`,
    );
  }
  log(
    `PostgreSQL runs as ${account.name} with CAP_DAC_READ_SEARCH, because ${account.name} can't enter ${closed}`,
  );
  return asCapable;
};
