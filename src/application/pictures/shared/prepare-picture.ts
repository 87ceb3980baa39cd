import { type Either, isLeft, mapLeft } from "fp-ts/Either";
import { type ApiError, serverBusy } from "../../../domain/errors";
import { pictureKey } from "../../../domain/files/file-key";
import type { RealmId } from "../../../domain/ids";
import { imageDamaged, imageTooLarge, notAnImage } from "../../../domain/pictures/refusals";
import type { FileStore } from "../../ports/files/file-store";
import type { ImageProblem } from "../../ports/pictures/image-editor";
import { streamOf } from "../../uploads/shared/stored-files";
import { type FailureListener, withFileStore } from "../../uploads/shared/with-file-store";

const refusals: Readonly<Record<ImageProblem, ApiError>> = {
  "no-image": notAnImage,
  "too-large": imageTooLarge,
  damaged: imageDamaged,
  busy: serverBusy,
};

/** Turns a problem with an image into the refusal that its uploader gets. */
export const refuseBadImage = mapLeft((problem: ImageProblem): ApiError => refusals[problem]);

/**
 * Stores pictures under their names for a change that uses them. None of them stays if the change is refused, or if one
 * can't be stored; all stay if nobody knows whether the change was committed.
 */
export const withStoredPictures = async <A>(
  ports: FailureListener & { readonly files: FileStore },
  realmId: RealmId,
  pictures: readonly (readonly [name: string, bytes: Uint8Array])[],
  change: () => Promise<Either<ApiError, A>>,
): Promise<Either<ApiError, A>> => {
  const { files } = ports;
  const stored = await withFileStore(ports, async () => {
    for (const [name, bytes] of pictures) await files.put(pictureKey(realmId, name), streamOf(bytes));
  });
  const changed = isLeft(stored) ? stored : await change();
  if (isLeft(changed))
    await withFileStore(ports, async () => {
      for (const [name] of pictures) await files.remove(pictureKey(realmId, name));
    });
  return changed;
};
