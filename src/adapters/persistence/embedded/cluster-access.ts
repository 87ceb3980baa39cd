import { randomBytes } from "node:crypto";
import { chown, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Account } from "./program";

const passwordFile = (folder: string): string => join(folder, "postgres.password");
const rulesFile = (cluster: string): string => join(cluster, "pg_hba.conf");

/** The password of all roles of the cluster. */
export const clusterPassword = async (folder: string): Promise<string> =>
  (await readFile(passwordFile(folder), "utf8")).trim();

/** Writes a file atomically, readable by its owner alone. */
const writePrivate = async (file: string, text: string, account: Account | undefined): Promise<void> => {
  const fresh = `${file}.new`;
  await writeFile(fresh, text, { mode: 0o600, flush: true });
  if (account) await chown(fresh, account.uid, account.gid);
  await rename(fresh, file);
};

/** Creates a new password. Returns its file, which initdb reads as PostgreSQL's account. */
export const makePassword = async (folder: string, account: Account | undefined): Promise<string> => {
  const file = passwordFile(folder);
  await writePrivate(file, `${randomBytes(24).toString("hex")}\n`, account);
  return file;
};

/** Rules of pg_hba.conf that need no password, and those that ask for it over the socket. */
const trustRule = /^([ \t]*(?:local|host\w*)[ \t].*?[ \t])trust[ \t]*$/gm;
const socketPasswordRule = /^([ \t]*local[ \t].*?[ \t])scram-sha-256[ \t]*$/gm;

const changeRules = async (
  cluster: string,
  account: Account | undefined,
  rules: RegExp,
  method: string,
): Promise<void> => {
  const file = rulesFile(cluster);
  await writePrivate(file, (await readFile(file, "utf8")).replace(rules, `$1${method}`), account);
};

/** Whether the cluster asks nobody for a password, like those of older versions. */
export const trustsEveryone = async (cluster: string): Promise<boolean> =>
  (await readFile(rulesFile(cluster), "utf8")).search(trustRule) !== -1;

/** Makes the cluster ask everybody for the password, which its roles must have by now. */
export const askForPassword = (cluster: string, account: Account | undefined): Promise<void> =>
  changeRules(cluster, account, trustRule, "scram-sha-256");

/**
 * Replaces a lost password, and opens the socket until the roles have the new one: anybody who can read the
 * data folder may connect anyway.
 */
export const replaceLostPassword = async (
  folder: string,
  cluster: string,
  account: Account | undefined,
): Promise<void> => {
  if (await stat(passwordFile(folder)).catch(() => undefined)) return;
  await changeRules(cluster, account, socketPasswordRule, "trust");
  await makePassword(folder, account);
};
