import * as E from "fp-ts/Either";
import type { FileError } from "../../../domain/files/refusals";
import type { RealmId } from "../../../domain/ids";
import type { FileStore } from "../../ports/files/file-store";
import type { UploadReservations } from "../../ports/files/upload-reservations";
import { removeParts } from "./resumable-parts";
import { type FailureListener, withFileStore } from "./with-file-store";

export interface DiscardPorts extends FailureListener {
  readonly files: FileStore;
  readonly uploadReservations: UploadReservations;
}

/** Removes the parts of an upload, and releases the space reserved for it. */
export const discardParts = async (
  ports: DiscardPorts,
  realmId: RealmId,
  path: string,
): Promise<E.Either<FileError, void>> => {
  const removed = await withFileStore(ports, () => removeParts(ports.files, path));
  // Parts that couldn't be deleted still count toward the quota.
  if (E.isRight(removed)) await ports.uploadReservations.release(realmId, path);
  return removed;
};
