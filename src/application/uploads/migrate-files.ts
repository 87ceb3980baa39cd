import { isLeft, isRight } from "fp-ts/Either";
import { tryCatch } from "fp-ts/TaskEither";
import type { Checksum } from "../ports/checksum";
import type { Bytes, FileStore } from "../ports/file-store";

/** What became of the files. */
interface MigrationSummary {
  readonly copied: number;
  /** Were there before, and are the same. */
  readonly present: number;
  /** Were removed by somebody meanwhile. */
  readonly gone: number;
  /** Bytes that were copied. */
  readonly bytes: number;
  /** Keys of those that are not the same after copying, or why they could not be copied. */
  readonly failed: readonly string[];
}

interface Given {
  readonly from: FileStore;
  readonly to: FileStore;
  readonly checksum: Checksum;
  /** Hears of each file that is done. */
  readonly onProgress: (done: number) => void;
}

type Outcome = { readonly kind: "copied" | "present" | "gone" | "failed"; readonly size: number };

const atOnce = 4;

/** Unfinished uploads are left where they are: they go on there, or begin again. */
const isLasting = (key: string): boolean => !/^(parts|incoming)\//.test(key);

/**
 * Copies every file to another store, and looks whether it is the same there, by its length and a checksum of what
 * is read back. Files don't change under their keys, so that this may be done while the server runs, and again.
 */
export const migrateFiles = async ({ from, to, checksum, onProgress }: Given): Promise<MigrationSummary> => {
  const sums = { copied: 0, present: 0, gone: 0, bytes: 0 };
  const failed: string[] = [];
  let done = 0;

  const one = async (key: string): Promise<void> => {
    const outcome = await tryCatch(() => migrateOne(from, to, checksum, key), String)();
    if (isLeft(outcome)) failed.push(`${key} (${outcome.left})`);
    else if (outcome.right.kind === "failed") failed.push(key);
    else sums[outcome.right.kind] += 1;
    if (isRight(outcome) && outcome.right.kind === "copied") sums.bytes += outcome.right.size;
    done += 1;
    onProgress(done);
  };

  // One that doesn't work at all is met before any file is read.
  await to.facts("probe");
  const underWay = new Set<Promise<void>>();
  for await (const { key } of from.list("")) {
    if (!isLasting(key)) continue;
    const work: Promise<void> = one(key).finally(() => underWay.delete(work));
    underWay.add(work);
    if (underWay.size >= atOnce) await Promise.race(underWay);
  }
  await Promise.all(underWay);
  return { ...sums, failed };
};

const migrateOne = async (
  from: FileStore,
  to: FileStore,
  checksum: Checksum,
  key: string,
): Promise<Outcome> => {
  const source = await from.facts(key);
  if (source === undefined) return { kind: "gone", size: 0 };
  const { size } = source;
  if ((await to.facts(key))?.size === size) {
    const [sum, other] = [
      await sumOf(checksum, await from.open(key)),
      await sumOf(checksum, await to.open(key)),
    ];
    if (sum !== undefined && sum === other) return { kind: "present", size };
  }
  const content = await from.open(key);
  if (content === undefined) return { kind: "gone", size: 0 };
  const running = checksum.begin();
  const written = await to.put(key, running.over(content));
  const kept = await sumOf(checksum, await to.open(key));
  const isSame = written === size && (await to.facts(key))?.size === size && kept === running.sum();
  return { kind: isSame ? "copied" : "failed", size };
};

const sumOf = async (checksum: Checksum, content: Bytes | undefined): Promise<string | undefined> => {
  if (content === undefined) return undefined;
  const running = checksum.begin();
  for await (const _piece of running.over(content));
  return running.sum();
};
