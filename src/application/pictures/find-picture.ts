import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { pictureKey } from "../../domain/files/file-key";
import { type FileError, noSuchFile } from "../../domain/files/refusals";
import type { RealmId } from "../../domain/ids";
import type { FileStore, StoredFile } from "../ports/files/file-store";
import { type FailureListener, withFileStore } from "../uploads/shared/with-file-store";

interface Ports extends FailureListener {
  readonly files: FileStore;
}

/** Whether the name has the form of a picture's. Nothing else is looked up. */
const isPictureName = (name: string): boolean =>
  /^([a-z]{1,9}\/){0,3}[0-9a-f-]{36}(-medium)?\.(png|gif|webp)$/.test(name);

/** Finds an avatar, emoji, icon or logo. Anyone who knows its name may see it. */
export const findPicture =
  (ports: Ports) =>
  (realmId: RealmId, name: string): TaskEither<FileError, StoredFile> =>
  async () => {
    if (!isPictureName(name)) return E.left(noSuchFile);
    const found = await withFileStore(ports, () => ports.files.stat(pictureKey(realmId, name)));
    if (E.isLeft(found)) return found;
    return found.right === undefined ? E.left(noSuchFile) : E.right(found.right);
  };
