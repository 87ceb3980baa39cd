import * as E from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import { millisecondsIn } from "../../domain/units/time";
import { Pace } from "../admission/pace";
import { byServer } from "../caller";
import type { FileStore } from "../ports/files/file-store";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { WorkFinder } from "../ports/jobs/work-finder";
import type { Clock } from "../ports/system/clock";
import type { InTransaction } from "../transaction";
import { appendRemovals } from "./internal/append-removals";
import type { UploadLimits } from "./internal/upload-limits";
import { removeFile } from "./shared/stored-files";

interface Ports {
  readonly workFinder: WorkFinder;
  readonly files: FileStore;
  readonly singleRunner: SingleRunner;
  readonly inTransaction: InTransaction;
  readonly clock: Clock;
  readonly uploadLimits: UploadLimits;
}

/** Small enough to delay a send behind it by only a few milliseconds. */
const batchSize = 50;

/**
 * Removes files that were uploaded a while ago and that no message shares, neither an existing one nor a
 * restorable deleted one. One process at a time does it.
 */
export const removeOrphans =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { workFinder, singleRunner, clock } = ports;
    await singleRunner.ifFree("orphans", async () => {
      const pace = new Pace(stopping);
      const next = (after: RealmId) => workFinder.nextWithOrphans(orphanedBefore(ports, clock.now()), after);
      for (
        let realmId = await next(0);
        realmId !== undefined && !stopping?.aborted;
        realmId = await next(realmId)
      )
        while (!stopping?.aborted && (await removeBatch(ports, realmId)) === batchSize) await pace.rest();
    });
  };

const orphanedBefore = ({ uploadLimits }: Ports, now: number): number =>
  now - uploadLimits.orphanDays * millisecondsIn.day;

/** Returns how many it removed. */
const removeBatch = async (ports: Ports, realmId: RealmId): Promise<number> => {
  const { files, inTransaction } = ports;
  const outcome = await inTransaction(byServer(realmId), async (tx) => {
    const orphans = await tx.attachments.orphans(realmId, orphanedBefore(ports, tx.now), batchSize);
    appendRemovals(tx, orphans, await tx.attachments.spaceUsed(realmId));
    return E.right(orphans);
  });
  const removed = E.toUnion(outcome);
  for (const { path } of removed) await removeFile(files, path);
  return removed.length;
};
