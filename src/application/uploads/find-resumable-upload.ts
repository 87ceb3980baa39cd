import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { isAttachmentPath } from "../../domain/files/attachment";
import { type FileError, noSuchFile } from "../../domain/files/refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { AttachmentReader } from "../ports/files/attachment-reader";
import { type FinishPorts, finishResumableUpload } from "./internal/finish-resumable-upload";
import { type ResumableUpload, readParts } from "./shared/resumable-parts";
import { withFileStore } from "./shared/with-file-store";

interface Ports extends FinishPorts {
  readonly attachments: AttachmentReader;
}

/** The progress of the caller's upload. Finishes a complete one whose last step failed before. */
export const findResumableUpload =
  (ports: Ports) =>
  (caller: Caller, path: string): TaskEither<CallerError | FileError | LimitError, ResumableUpload> =>
    readAsCaller(ports.directory, caller, async () => {
      if (!isAttachmentPath(path) || !path.startsWith(`${caller.realmId}/`)) return E.left(noSuchFile);
      const [attachment] = await ports.attachments.byPaths(caller.realmId, [path]);
      if (attachment) {
        const { name, ownerId, size } = attachment;
        return ownerId === caller.userId
          ? E.right({ path, name, ownerId, size, offset: size, parts: 0, attachment })
          : E.left(noSuchFile);
      }
      const found = await withFileStore(ports, () => readParts(ports.files, path));
      if (E.isLeft(found)) return found;
      const upload = found.right;
      if (upload === undefined || upload.ownerId !== caller.userId) return E.left(noSuchFile);
      return upload.offset === upload.size ? finishResumableUpload(ports, caller, upload) : E.right(upload);
    });
