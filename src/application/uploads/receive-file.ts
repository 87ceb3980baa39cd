import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { attachmentPath } from "../../domain/files/attachment";
import { fileKey } from "../../domain/files/file-key";
import { type FileError, fileTooLarge, uploadCutOff } from "../../domain/files/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
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

const checkIntake = ({ problem }: Intake, { fileMib }: UploadLimits): E.Either<FileError, undefined> => {
  switch (problem) {
    case undefined:
      return E.right(undefined);
    case "too large":
      return E.left(fileTooLarge(fileMib));
    case "cut off":
      return E.left(uploadCutOff);
    default:
      return E.left(problem);
  }
};

interface IncomingFile {
  readonly name: string;
  readonly content: Bytes;
  /** The most bytes that will arrive, according to the client. */
  readonly announced?: number | undefined;
}

/** Streams a file into the store, and stops as soon as it proves too large. */
export const receiveFile =
  (ports: Ports) =>
  (
    caller: Caller,
    { name, content, announced }: IncomingFile,
  ): TaskEither<CallerError | FileError, ReceivedFile> =>
    readAsCaller(ports.directory, caller, async (_state, user) => {
      const { files, tokens, uploadLimits } = ports;
      const path = attachmentPath(caller.realmId, tokens.uuid(), name);
      const space = new ReservedSpace(ports, caller.realmId, user, path, announced);
      const intake = new Intake(content, mebibytes(uploadLimits.fileMib), (received) =>
        space.admit(received),
      );
      const quietly = { onError: (error: unknown) => intake.problem ?? ports.onError(error) };
      const stored = await withFileStore(quietly, () => putWhole(files, fileKey(path), intake));
      const received = pipe(
        checkIntake(intake, uploadLimits),
        E.chain(() => stored),
      );
      if (E.isLeft(received)) {
        await space.release();
        return received;
      }
      return E.right({ path, name, size: intake.size, head: intake.head });
    });
