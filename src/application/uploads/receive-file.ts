import { isLeft, left, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import { attachmentPath } from "../../domain/files/attachment";
import { fileKey } from "../../domain/files/file-key";
import { type FileError, fileTooLarge, uploadCutOff } from "../../domain/files/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Bytes, FileStore } from "../ports/files/file-store";
import type { UploadReservations } from "../ports/files/upload-reservations";
import type { Clock } from "../ports/system/clock";
import type { RandomTokens } from "../ports/system/random-tokens";
import { ReservedSpace } from "./internal/reserved-space";
import { mebibytes, type UploadLimits } from "./internal/upload-limits";
import { Intake } from "./shared/intake";
import type { ReceivedFile } from "./shared/received-file";
import { putWhole } from "./shared/stored-files";
import { type FailureListener, withFileStore } from "./shared/with-file-store";

interface Ports extends FailureListener {
  readonly directory: RealmDirectory;
  readonly files: FileStore;
  readonly tokens: RandomTokens;
  readonly uploadLimits: UploadLimits;
  readonly uploadReservations: UploadReservations;
  readonly clock: Clock;
}

const refusalBy = ({ problem }: Intake, { fileMib }: UploadLimits): FileError | undefined => {
  if (problem === "too large") return fileTooLarge(fileMib);
  return problem === "cut off" ? uploadCutOff : undefined;
};

interface IncomingFile {
  readonly name: string;
  readonly content: Bytes;
  /** The most bytes that will arrive, according to the client. */
  readonly announced?: number | undefined;
}

/** Streams a file into the store. Stops a file that is too large on its way. */
export const receiveFile =
  (ports: Ports) =>
  (
    caller: Caller,
    { name, content, announced }: IncomingFile,
  ): Result<ReceivedFile, CallerError | FileError> =>
    readAsCaller(ports.directory, caller, async (_state, user) => {
      const { files, tokens, uploadLimits } = ports;
      const path = attachmentPath(caller.realmId, tokens.uuid(), name);
      const space = new ReservedSpace(ports, caller.realmId, user, path);
      const intake = new Intake(space.reserving(content, announced), mebibytes(uploadLimits.fileMib));
      const quietly = { onError: (error: unknown) => intake.problem ?? ports.onError(error) };
      const stored = await withFileStore(quietly, () => putWhole(files, fileKey(path), intake));
      const refusal =
        space.refusal ?? refusalBy(intake, uploadLimits) ?? (isLeft(stored) ? stored.left : undefined);
      if (refusal !== undefined) {
        await space.release();
        return left(refusal);
      }
      return right({ path, name, size: intake.size, head: intake.head });
    });
