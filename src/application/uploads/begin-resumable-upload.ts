import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { attachmentPath } from "../../domain/files/attachment";
import { type FileError, fileTooLarge } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RandomTokens } from "../ports/system/random-tokens";
import { type FinishPorts, finishResumableUpload } from "./internal/finish-resumable-upload";
import { type ReservePorts, reserveSpace } from "./internal/reserve-upload";
import { mebibytes } from "./internal/upload-limits";
import { putInfo, type ResumableUpload } from "./shared/resumable-parts";
import { withFileStore } from "./shared/with-file-store";

interface Ports extends FinishPorts, ReservePorts {
  readonly tokens: RandomTokens;
}

/**
 * The name within the address: some clients can parse only Latin letters there, whatever the file is called.
 */
const latin = (name: string): string => {
  const asciiName = name.replace(/[^A-Za-z0-9_ .-]/g, "").trim();
  return asciiName.startsWith(".") ? `file${asciiName}` : asciiName;
};

/** Begins an upload that may arrive in parts. It is complete when `size` bytes have arrived. */
export const beginResumableUpload =
  (ports: Ports) =>
  (
    caller: Caller,
    { name, size, metadata }: Pick<ResumableUpload, "name" | "size" | "metadata">,
  ): TaskEither<CallerError | FileError | LimitError, ResumableUpload> =>
    readAsCaller(ports.directory, caller, async (_state, user) => {
      const { files, tokens, uploadLimits, uploadReservations } = ports;
      if (size > mebibytes(uploadLimits.fileMib)) return E.left(fileTooLarge(uploadLimits.fileMib));
      const path = attachmentPath(caller.realmId, tokens.uuid(), latin(name));
      const reserved = await reserveSpace(ports, caller.realmId, user, { path, size });
      if (E.isLeft(reserved)) return reserved;
      const info = { name, ownerId: caller.userId, size, ...(metadata !== undefined && { metadata }) };
      const stored = await withFileStore(ports, () => putInfo(files, path, info));
      if (E.isLeft(stored)) {
        await uploadReservations.release(caller.realmId, path);
        return stored;
      }
      const begun = { ...info, path, offset: 0, parts: 0, attachment: undefined };
      return size === 0 ? finishResumableUpload(ports, caller, begun) : E.right(begun);
    });
