import { chown, mkdir, mkdtemp, rm, rmdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Account } from "./program";

/** The port in the socket's name. The folder is private, so any will do. */
export const socketPort = 5432;

// sun_path holds 104 bytes on macOS and 108 on Linux, including the terminating zero.
const fits = (folder: string): boolean => Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= 103;

const temporaryRoot = (): string => (fits(join(tmpdir(), "parley-XXXXXX")) ? tmpdir() : "/tmp");

/** Creates the socket's folder, private to its owner: inside the data folder if the name fits. */
export const makeSocketFolder = async (folder: string): Promise<string> => {
  const home = join(folder, "postgres.run");
  if (!fits(home)) return mkdtemp(join(temporaryRoot(), "parley-"));
  await removeSocketFolder(home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  return home;
};

/** Gives the folder to the account that runs PostgreSQL. */
export const giveSocketFolder = async (folder: string, account: Account | undefined): Promise<void> => {
  if (account) await chown(folder, account.uid, account.gid);
};

/** Whether makeSocketFolder created the folder under the system's temporary folder. */
export const isTemporarySocketFolder = (folder: string): boolean =>
  dirname(folder) === temporaryRoot() && /\/parley-[A-Za-z0-9]{6}$/.test(folder);

/** Removes the folder by name and not recursively: it may lie in /tmp, and we may be root. */
export const removeSocketFolder = async (folder: string): Promise<void> => {
  for (const name of [`.s.PGSQL.${socketPort}`, `.s.PGSQL.${socketPort}.lock`])
    await rm(join(folder, name), { force: true }).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
};
