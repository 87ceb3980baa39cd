import { isLeft, right } from "fp-ts/Either";
import type { AttachmentReader } from "../ports/attachment-reader";
import type { Clock } from "../ports/clock";
import type { FileStore } from "../ports/file-store";
import type { RealmRegistry } from "../ports/realm-registry";
import type { SingleRunner } from "../ports/single-runner";
import type { InTransaction } from "../transaction";
import { removeFile } from "./add-attachment";
import { appendRemoval } from "./remove-attachment";
import type { UploadLimits } from "./upload-limits";

interface Ports {
  readonly registry: RealmRegistry;
  readonly attachments: AttachmentReader;
  readonly files: FileStore;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
  readonly uploadLimits: UploadLimits;
}

/** Small enough that a send behind it waits for some milliseconds only. */
const batchSize = 50;
const dayMilliseconds = 86_400_000;

/**
 * Removes files that were uploaded a while ago and that no message shares: neither one that is there, nor one that
 * can be brought back. One process at a time does it.
 */
export const removeOrphans =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { registry, singleRunner } = ports;
    await singleRunner.ifFree("orphans", async () => {
      for (const { id } of await registry.list())
        while (!stopping?.aborted && (await removeBatch(ports, id)) === batchSize);
    });
  };

/** Tells how many. */
const removeBatch = async (
  { attachments, files, inTransaction, clock, uploadLimits }: Ports,
  realmId: number,
): Promise<number> => {
  const beforeOf = (now: number): number => now - uploadLimits.orphanDays * dayMilliseconds;
  // Looked at without the realm's turn first: mostly there is nothing.
  if ((await attachments.orphans(realmId, beforeOf(clock.now()), 1)).length === 0) return 0;
  const removed = await inTransaction(realmId, (tx) => async () => {
    const orphans = await tx.attachments.orphans(realmId, beforeOf(tx.now), batchSize);
    for (const orphan of orphans) await appendRemoval(tx, orphan);
    return right(orphans);
  })();
  if (isLeft(removed)) return 0;
  for (const { path } of removed.right) await removeFile(files, path);
  return removed.right.length;
};
