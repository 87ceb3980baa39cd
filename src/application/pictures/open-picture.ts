import { isLeft, left, right } from "fp-ts/Either";
import { pictureKey } from "../../domain/file-key";
import type { Result } from "../caller";
import type { ByteRange, Bytes, FileStore, StoredFile } from "../ports/file-store";
import { noSuchFile } from "../uploads/attachment-access";
import { type FailureListener, storing } from "../uploads/storing";

interface Ports extends FailureListener {
  readonly files: FileStore;
}

/** The names that pictures have: nothing else is looked up. */
const isPictureName = (name: string): boolean =>
  /^([a-z]{1,9}\/){0,3}[0-9a-f-]{36}(-medium)?\.(png|gif|webp)$/.test(name);

/** An avatar, emoji, icon or logo: whoever knows its name may see it. */
export const findPicture =
  (ports: Ports) =>
  (realmId: number, name: string): Result<StoredFile> =>
  async () => {
    if (!isPictureName(name)) return left(noSuchFile);
    const found = await storing(ports, () => ports.files.facts(pictureKey(realmId, name)))();
    if (isLeft(found)) return found;
    return found.right === undefined ? left(noSuchFile) : right(found.right);
  };

/** The bytes of a picture, or the part of them that is asked for. */
export const openPicture =
  (ports: Ports) =>
  ({ key }: StoredFile, range?: ByteRange): Result<Bytes> =>
  async () => {
    const content = await storing(ports, () => ports.files.open(key, range))();
    if (isLeft(content)) return content;
    return content.right === undefined ? left(noSuchFile) : right(content.right);
  };
