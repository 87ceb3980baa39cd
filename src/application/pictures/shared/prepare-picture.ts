import * as E from "fp-ts/Either";
import { pictureKey } from "../../../domain/files/file-key";
import type { FileError } from "../../../domain/files/refusals";
import type { RealmId } from "../../../domain/ids";
import { type LimitError, serverBusy } from "../../../domain/limit-refusals";
import {
  imageDamaged,
  imageTooLarge,
  notAnImage,
  type PictureError,
} from "../../../domain/pictures/refusals";
import type { FileStore } from "../../ports/files/file-store";
import type { ImageProblem } from "../../ports/pictures/image-editor";
import { streamOf } from "../../uploads/shared/stored-files";
import { type FailureListener, withFileStore } from "../../uploads/shared/with-file-store";

const refusals: Readonly<Record<ImageProblem, LimitError | PictureError>> = {
  "no-image": notAnImage,
  "too-large": imageTooLarge,
  damaged: imageDamaged,
  busy: serverBusy,
};

/** Turns a problem with an image into the refusal that its uploader gets. */
export const refuseBadImage = E.mapLeft((problem: ImageProblem) => refusals[problem]);

/**
 * Stores pictures under their names for a change that uses them. Removes all of them if the change is refused or one can't be
 * stored; keeps all if it is unknown whether the change was committed.
 */
export const withStoredPictures = async <A, E>(
  ports: FailureListener & { readonly files: FileStore },
  realmId: RealmId,
  pictures: readonly (readonly [name: string, bytes: Uint8Array])[],
  change: () => Promise<E.Either<E, A>>,
): Promise<E.Either<E | FileError, A>> => {
  const { files } = ports;
  const stored = await withFileStore(ports, async () => {
    for (const [name, bytes] of pictures) await files.put(pictureKey(realmId, name), streamOf(bytes));
  });
  const changed: E.Either<E | FileError, A> = E.isLeft(stored) ? stored : await change();
  if (E.isLeft(changed))
    await withFileStore(ports, async () => {
      for (const [name] of pictures) await files.remove(pictureKey(realmId, name));
    });
  return changed;
};
