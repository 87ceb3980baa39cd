import * as E from "fp-ts/Either";
import { Pace } from "../admission/pace";
import type { FileStore } from "../ports/files/file-store";
import type { UploadReservations } from "../ports/files/upload-reservations";
import type { SingleRunner } from "../ports/jobs/single-runner";
import type { Clock } from "../ports/system/clock";
import { discardParts } from "./shared/discard-parts";
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
      const pace = new Pace(stopping);
      let found: number;
      do {
        const ended = await uploadReservations.expired(clock.now(), batchSize);
        found = ended.length;
        for (const upload of ended) {
          if (stopping?.aborted) return;
          // The store failed: the next run continues.
          const discarded = await discardParts(ports, upload.realmId, upload.path);
          if (E.isLeft(discarded)) return;
          await pace.rest();
        }
      } while (found === batchSize);
    });
  };
