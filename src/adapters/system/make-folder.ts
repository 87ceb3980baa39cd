import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "../../domain/codec/caught";

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

const makeOne = (path: string, mode: number): void => {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have been faster.
    if (codeOf(error) !== "EEXIST" || !isFolder(path)) throw error;
  }
};

/**
 * Creates a folder and its missing parents, and returns whether it was missing. Tries each once: Node's recursive `mkdir` never
 * returns where a folder exists in which none can be created, as in /proc.
 */
export const makeFolder = (path: string, mode: number): boolean => {
  const missing: string[] = [];
  for (let at = resolve(path); !isFolder(at) && at !== dirname(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) makeOne(one, mode);
  return missing.length > 0;
};
