import { chmodSync, existsSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { codeOf, messageOf } from "../../domain/codec/caught";
import { makeFolder } from "./make-folder";

/** As root, PostgreSQL runs under another account, which must be able to traverse the folder. */
const widestMode = (): number => (process.getuid?.() === 0 ? 0o711 : 0o700);

/** Where a backup's files wait until all of them are restored. As long as it exists, the data folder is incomplete. */
export const restoringIn = (dataDir: string): string => join(dataDir, "restoring");

/** Whether a restore is filling the data folder, or was killed while it did. */
export const isHalfRestored = (dataDir: string): boolean => existsSync(restoringIn(dataDir));

/**
 * Creates the data folder, so that nobody else can list or change it whatever the umask, and closes one that others can.
 * Returns its real path. A folder of another account stays as that account left it.
 */
export const makeDataFolder = (dataDir: string): string => {
  const mode = widestMode();
  const isNew = makeNamed(dataDir, mode);
  const present = statSync(dataDir).mode & 0o777;
  const wanted = isNew ? mode : present & mode;
  if (present !== wanted) changeMode(dataDir, wanted);
  return realpathSync(dataDir);
};

/** The same for use by a server or a command. Refuses a folder that was restored halfway. */
export const openDataFolder = (dataDir: string): string => {
  if (isHalfRestored(dataDir))
    throw new Error(
      `A restore into ${dataDir} is in progress or was interrupted. If it was interrupted, run parley restore again`,
    );
  return makeDataFolder(dataDir);
};

const makeNamed = (dataDir: string, mode: number): boolean => {
  try {
    return makeFolder(dataDir, mode);
  } catch (error) {
    throw new Error(`The data folder ${dataDir} can't be created: ${messageOf(error)}`);
  }
};

const changeMode = (folder: string, mode: number): void => {
  try {
    chmodSync(folder, mode);
  } catch (error) {
    if (!["EPERM", "EROFS"].includes(codeOf(error) ?? "")) throw error;
  }
};
