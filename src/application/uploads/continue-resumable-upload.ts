import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { partKey } from "../../domain/files/file-key";
import { type FileError, fileTooLarge } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { type Caller, callerIn } from "../caller";
import type { Bytes } from "../ports/files/file-store";
import { type FinishPorts, finishResumableUpload } from "./internal/finish-resumable-upload";
import { type ReservePorts, reserveSpace } from "./internal/reserve-upload";
import { splitContent } from "./internal/split-content";
import { checkPieces } from "./internal/upload-limits";
import { Intake } from "./shared/intake";
import type { ResumableUpload } from "./shared/resumable-parts";
import { putWhole } from "./shared/stored-files";
import { withFileStore } from "./shared/with-file-store";

type Ports = FinishPorts & ReservePorts;

/**
 * Appends whatever content arrives to the caller's upload. After a broken connection, the upload continues from
 * there.
 */
export const continueResumableUpload =
  (ports: Ports) =>
  (
    caller: Caller,
    upload: ResumableUpload,
    content: Bytes,
  ): TaskEither<CallerError | FileError | LimitError, ResumableUpload> =>
  async () => {
    const { path, size } = upload;
    // Joining the parts again, which are gone by now, would empty the file.
    if (upload.attachment !== undefined)
      return (await hasBytes(content)) ? E.left(fileTooLarge(ports.uploadLimits.fileMib)) : E.right(upload);
    const user = callerIn(await ports.directory.stateOf(caller.realmId), caller);
    if (E.isLeft(user)) return user;
    const pieces = checkPieces(size, upload.parts);
    if (E.isLeft(pieces)) return pieces;
    const reserved = await reserveSpace(ports, caller.realmId, user.right, upload);
    // Uploads started by a version without reservations may exceed the quota here.
    if (E.isLeft(reserved)) return reserved;
    const intake = new Intake(content, size - upload.offset);
    let { offset } = upload;
    const quietly = { onError: (error: unknown) => intake.problem ?? ports.onError(error) };
    const stored = await withFileStore(quietly, async () => {
      for await (const part of splitContent(intake.readUntilCut())) {
        const counted = new Intake(part, size);
        await putWhole(ports.files, partKey(path, offset), counted);
        offset += counted.size;
      }
    });
    if (intake.problem === "too large") return E.left(fileTooLarge(ports.uploadLimits.fileMib));
    if (E.isLeft(stored)) return stored;
    const continued = { ...upload, offset };
    return offset === size ? finishResumableUpload(ports, caller, continued) : E.right(continued);
  };

const hasBytes = async (content: Bytes): Promise<boolean> => {
  try {
    for await (const piece of content) if (piece.length > 0) return true;
  } catch {
    // The connection broke, so nobody waits for the answer.
  }
  return false;
};
