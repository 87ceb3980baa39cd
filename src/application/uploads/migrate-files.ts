import * as E from "fp-ts/Either";
import * as TE from "fp-ts/TaskEither";
import type { Checksum } from "../ports/files/checksum";
import type { Bytes, FileStore } from "../ports/files/file-store";

/** Counts of a migration's results. */
interface MigrationSummary {
  readonly copied: number;
  /** Existed already, with the same content. */
  readonly present: number;
  /** Removed before they could be copied. */
  readonly gone: number;
  /** Bytes copied. */
  readonly bytes: number;
  /** Keys of files that differ after copying or could not be copied, with reasons. */
  readonly failed: readonly string[];
}

interface Dependencies {
  readonly from: FileStore;
  readonly to: FileStore;
  readonly checksum: Checksum;
  /** Called after each file. */
  readonly onProgress: (done: number) => void;
}

type Outcome = { readonly kind: "copied" | "present" | "gone" | "failed"; readonly size: number };

const atOnce = 4;

/** Unfinished uploads stay behind: they continue in the old store, or start again. */
const isLasting = (key: string): boolean => !/^(parts|incoming)\//.test(key);

/**
 * Copies every file to another store, reads it back, and compares its length and checksum. The file under a key never
 * changes, so this may run while the server does, and more than once.
 */
export const migrateFiles = async ({
  from,
  to,
  checksum,
  onProgress,
}: Dependencies): Promise<MigrationSummary> => {
  const sums = { copied: 0, present: 0, gone: 0, bytes: 0 };
  const failed: string[] = [];
  let done = 0;

  const migrate = async (key: string): Promise<void> => {
    const migrate = TE.tryCatch(() => migrateOne(from, to, checksum, key), String);
    const outcome = await migrate();
    if (E.isLeft(outcome)) failed.push(`${key} (${outcome.left})`);
    else if (outcome.right.kind === "failed") failed.push(key);
    else sums[outcome.right.kind] += 1;
    if (E.isRight(outcome) && outcome.right.kind === "copied") sums.bytes += outcome.right.size;
    done += 1;
    onProgress(done);
  };

  // Checks that the target works before reading any file.
  await to.stat("probe");
  const underWay = new Set<Promise<void>>();
  for await (const { key } of from.list("")) {
    if (!isLasting(key)) continue;
    const work: Promise<void> = migrate(key).finally(() => underWay.delete(work));
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
  const source = await from.stat(key);
  if (source === undefined) return { kind: "gone", size: 0 };
  const { size } = source;
  if ((await to.stat(key))?.size === size) {
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
  const readBack = await sumOf(checksum, await to.open(key));
  const isSame = written === size && (await to.stat(key))?.size === size && readBack === running.sum();
  return { kind: isSame ? "copied" : "failed", size };
};

const sumOf = async (checksum: Checksum, content: Bytes | undefined): Promise<string | undefined> => {
  if (content === undefined) return undefined;
  const running = checksum.begin();
  for await (const _piece of running.over(content));
  return running.sum();
};
