import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as t from "io-ts";
import { valueOfJson } from "../../domain/codec/json-text";

const manifestCodec = t.type({
  format: t.literal(1),
  madeAt: t.string,
  /** The version of the API that the server implemented. */
  api: t.string,
  /** SHA-256 by path, relative to the backup's folder. */
  files: t.record(t.string, t.string),
});

/** A backup's contents. It is written last: a backup without it is incomplete. */
export type Manifest = t.TypeOf<typeof manifestCodec>;

/** What a backup copies from the data folder, if it is there. */
export const partsOfBackup: readonly string[] = ["postgres", "postgres.password", "files", "secret"];

const fileIn = (folder: string): string => join(folder, "backup.json");

export const writeManifest = (folder: string, manifest: Manifest): Promise<void> =>
  writeFile(fileIn(folder), `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600, flush: true });

export const readManifest = async (folder: string): Promise<Manifest> => {
  const text = await readFile(fileIn(folder), "utf8").catch(() => undefined);
  if (text === undefined)
    throw new Error(`${folder} isn't a complete backup: it has no backup.json, which is written last`);
  const manifest = valueOfJson(manifestCodec, text);
  if (manifest !== undefined) return manifest;
  throw new Error(`${folder}/backup.json has a format that this version of Parley doesn't support`);
};
