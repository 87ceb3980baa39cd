import type { Dirent } from "node:fs";
import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../domain/codec/caught";

/** Whether an error says that a file or folder isn't there. */
export const isAbsence = (error: unknown): boolean => ["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "");

/** The entries of a folder, one by one; none if it is missing. */
export async function* entriesIn(folder: string): AsyncGenerator<Dirent> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (!isAbsence(error)) throw error;
  });
  if (entries) yield* entries;
}

/**
 * The paths of all files below a folder, without links. Others may add and remove files and folders meanwhile: each file that is
 * there from beginning to end is among them.
 */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const entry of entriesIn(folder)) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
