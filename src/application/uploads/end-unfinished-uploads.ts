import { isLeft } from "fp-ts/Either";
import type { Clock } from "../ports/clock";
import type { FileStore } from "../ports/file-store";
import type { SingleRunner } from "../ports/single-runner";
import type { UploadReservations } from "../ports/upload-reservations";
import { discardResumableUpload } from "./discard-resumable-upload";
import type { FailureListener } from "./shared/with-file-store";

interface Ports extends FailureListener {
  readonly uploadReservations: UploadReservations;
  readonly files: FileStore;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
}

const batchSize = 100;

/** Abandons uploads idle for a day: removes their stored parts, then releases the reserved space. */
export const endUnfinishedUploads =
  (ports: Ports) =>
  async (stopping?: AbortSignal): Promise<void> => {
    const { uploadReservations, singleRunner, clock } = ports;
    await singleRunner.ifFree("unfinished uploads", async () => {
      let found: number;
      do {
        const ended = await uploadReservations.expired(clock.now(), batchSize);
        found = ended.length;
        for (const one of ended) {
          if (stopping?.aborted) return;
          // The store failed: the next run continues.
          if (isLeft(await discardResumableUpload(ports)(one, one)())) return;
        }
      } while (found === batchSize);
    });
  };
