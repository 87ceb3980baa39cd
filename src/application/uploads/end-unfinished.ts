import { isLeft } from "fp-ts/Either";
import type { Clock } from "../ports/clock";
import type { FileStore } from "../ports/file-store";
import type { SingleRunner } from "../ports/single-runner";
import type { UploadReservations } from "../ports/upload-reservations";
import { discardResumable } from "./resumable-upload";
import type { FailureListener } from "./storing";

interface Ports extends FailureListener {
  readonly uploadReservations: UploadReservations;
  readonly files: FileStore;
  readonly singleRunner: SingleRunner;
  readonly clock: Clock;
}

const batchSize = 100;

/** Gives up uploads that nobody went on with for a day: removes what came of them, then frees the room they held. */
export const endUnfinished =
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
          // Where the store doesn't work, the next run goes on.
          if (isLeft(await discardResumable(ports)(one, one)())) return;
        }
      } while (found === batchSize);
    });
  };
