import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Attachment } from "../../domain/files/attachment";
import type { FileError } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import type { Caller } from "../caller";
import type { UploadReservations } from "../ports/files/upload-reservations";
import { type AttachPorts, attachFile } from "./internal/attach-file";
import type { ReceivedFile } from "./shared/received-file";

interface Ports extends AttachPorts {
  readonly uploadReservations: UploadReservations;
}

/**
 * Turns a received file into an attachment of the caller; only they may read it until they share it. On
 * failure the file is removed. API §4.24.
 */
export const addAttachment =
  (ports: Ports) =>
  (caller: Caller, received: ReceivedFile): TaskEither<CallerError | FileError | LimitError, Attachment> =>
  async () => {
    try {
      return await attachFile(ports, caller, received);
    } finally {
      // From the commit on, the file itself counts toward the quota.
      if (ports.uploadLimits.realmMib !== null)
        await ports.uploadReservations.release(caller.realmId, received.path);
    }
  };
