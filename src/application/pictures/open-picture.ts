import { isLeft, left, right } from "fp-ts/Either";
import { type FileError, noSuchFile } from "../../domain/files/refusals";
import type { Result } from "../caller";
import type { ByteRange, Bytes, FileStore, StoredFile } from "../ports/files/file-store";
import { type FailureListener, withFileStore } from "../uploads/shared/with-file-store";

interface Ports extends FailureListener {
  readonly files: FileStore;
}

/** Opens a picture, or the requested range of it. */
export const openPicture =
  (ports: Ports) =>
  ({ key }: StoredFile, range?: ByteRange): Result<Bytes, FileError> =>
  async () => {
    const content = await withFileStore(ports, () => ports.files.open(key, range));
    if (isLeft(content)) return content;
    return content.right === undefined ? left(noSuchFile) : right(content.right);
  };
