import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Attachment } from "../../domain/files/attachment";
import type { FileError } from "../../domain/files/refusals";
import { type AttachmentAccessPorts, attachmentFor, type FileRequester } from "./shared/attachment-access";

/**
 * The attachment, if the requester may read it. A missing file fails with `noSuchFile`, and one that the requester may
 * not read with `notAuthorizedToView`, as in Zulip: paths can't be guessed.
 */
export const findAttachment =
  (ports: AttachmentAccessPorts) =>
  (requester: FileRequester, path: string): TaskEither<CallerError | FileError, Attachment> =>
  () =>
    attachmentFor(ports, requester, path);
