import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Knex } from "knex";
import { codeOf } from "../../domain/codec/caught";
import { closeFolder, incoming } from "./disk-file-store";
import { folderMark } from "./folder-mark";

/** Whether a folder is the one that a database's nodes store files in; "none" before the first of them started. */
export type Comparison = "same" | "other" | "none";

/** Undefined if nobody has marked the folder, or a full disk left the mark empty. */
const markIn = async (folder: string): Promise<string | undefined> => {
  try {
    return (await readFile(join(folder, folderMark), "utf8")).trim() || undefined;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
};

/** Marks the folder, unless another node on the same folder was faster. Returns its mark. */
const markOf = async (folder: string): Promise<string> => {
  await closeFolder(folder);
  const made = randomUUID();
  const draft = join(folder, incoming, made);
  const mark = join(folder, folderMark);
  await mkdir(dirname(draft), { recursive: true });
  try {
    await writeFile(draft, `${made}\n`, { mode: 0o600, flag: "wx", flush: true });
    try {
      await link(draft, mark);
    } catch {
      // There is a mark, maybe an empty one, or the file system has no links.
      if ((await markIn(folder)) === undefined) await rename(draft, mark);
    }
    return (await markIn(folder)) ?? made;
  } finally {
    await unlink(draft).catch(() => undefined);
  }
};

/** Compares a folder's mark with that of the database. */
export const compareFolder = async (db: Knex, folder: string): Promise<Comparison> => {
  const { rows } = await db.raw<{ rows: readonly { readonly mark: string }[] }>(
    "SELECT mark FROM files_folder",
  );
  if (rows[0] === undefined) return "none";
  return rows[0].mark === (await markIn(folder)) ? "same" : "other";
};

/** Makes a folder the one of a database that has none; the first of several nodes at once wins. */
export const proposeFolder = async (db: Knex, folder: string): Promise<void> => {
  await db.raw("INSERT INTO files_folder (id, mark) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", [
    await markOf(folder),
  ]);
};

/** Makes a folder the one of a database, whichever it was before. */
export const replaceFolder = async (db: Knex, folder: string): Promise<void> => {
  await db.raw(
    "INSERT INTO files_folder (id, mark) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET mark = excluded.mark",
    [await markOf(folder)],
  );
};
