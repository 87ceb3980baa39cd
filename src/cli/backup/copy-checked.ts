import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "../../domain/codec/caught";

/**
 * Copies a file, readable by its owner only, and flushes it to disk. Returns its SHA-256; undefined if the
 * file is gone.
 */
export const copyChecked = async (from: string, to: string): Promise<string | undefined> => {
  const hash = createHash("sha256");
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const source = createReadStream(from);
  try {
    await new Promise((resolve, reject) => {
      source.once("open", resolve);
      source.once("error", reject);
    });
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await pipeline(source, hashing, createWriteStream(to, { mode: 0o600, flush: true }));
  return hash.digest("hex");
};
