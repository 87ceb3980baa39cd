import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type FileError, noSuchFile } from "../../domain/files/refusals";
import type { ByteRange, Bytes, FileStore, StoredFile } from "../ports/files/file-store";
import { type FailureListener, withFileStore } from "../uploads/shared/with-file-store";

interface Ports extends FailureListener {
  readonly files: FileStore;
}

/** Opens a picture, or the requested range of it. */
export const openPicture =
  (ports: Ports) =>
  ({ key }: StoredFile, range?: ByteRange): TaskEither<FileError, Bytes> =>
  async () => {
    const content = await withFileStore(ports, () => ports.files.open(key, range));
    if (E.isLeft(content)) return content;
    return content.right === undefined ? E.left(noSuchFile) : E.right(content.right);
  };
