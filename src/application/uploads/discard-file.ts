import type { TaskEither } from "fp-ts/TaskEither";
import { fileKey } from "../../domain/files/file-key";
import type { FileError } from "../../domain/files/refusals";
import type { Caller } from "../caller";
import type { FileStore } from "../ports/files/file-store";
import type { UploadReservations } from "../ports/files/upload-reservations";
import type { ReceivedFile } from "./shared/received-file";
import { type FailureListener, withFileStore } from "./shared/with-file-store";

interface Ports extends FailureListener {
  readonly files: FileStore;
  readonly uploadReservations: UploadReservations;
}

/** Removes a received file from the store that no attachment will use. */
export const discardFile =
  (ports: Ports) =>
  (caller: Caller, { path }: Pick<ReceivedFile, "path">): TaskEither<FileError, void> =>
  () =>
    withFileStore(ports, async () => {
      await ports.files.remove(fileKey(path));
      await ports.uploadReservations.release(caller.realmId, path);
    });
