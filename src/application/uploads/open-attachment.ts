import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { Attachment } from "../../domain/files/attachment";
import { fileKey } from "../../domain/files/file-key";
import { type FileError, noSuchFile } from "../../domain/files/refusals";
import type { ByteRange, Bytes, FileStore } from "../ports/files/file-store";
import { type FailureListener, withFileStore } from "./shared/with-file-store";

interface Ports extends FailureListener {
  readonly files: FileStore;
}

/** The content of a found file, or part of it. */
export const openAttachment =
  (ports: Ports) =>
  ({ path }: Attachment, range?: ByteRange): TaskEither<FileError, Bytes> =>
  async () => {
    const content = await withFileStore(ports, () => ports.files.open(fileKey(path), range));
    if (E.isLeft(content)) return content;
    return content.right === undefined ? E.left(noSuchFile) : E.right(content.right);
  };
