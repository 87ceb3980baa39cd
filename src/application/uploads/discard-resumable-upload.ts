import { isRight } from "fp-ts/Either";
import type { RealmId } from "../../domain/ids";
import type { Result } from "../caller";
import type { FileStore } from "../ports/files/file-store";
import type { UploadReservations } from "../ports/files/upload-reservations";
import { type ResumableUpload, removeParts } from "./shared/resumable-parts";
import { type FailureListener, withFileStore } from "./shared/with-file-store";

export interface DiscardPorts extends FailureListener {
  readonly files: FileStore;
  readonly uploadReservations: UploadReservations;
}

/** Discards an unfinished upload. */
export const discardResumableUpload =
  (ports: DiscardPorts) =>
  (caller: { readonly realmId: RealmId }, { path }: Pick<ResumableUpload, "path">): Result<void> =>
  async () => {
    const removed = await withFileStore(ports, () => removeParts(ports.files, path));
    // Parts still in the store still count.
    if (isRight(removed)) await ports.uploadReservations.release(caller.realmId, path);
    return removed;
  };
