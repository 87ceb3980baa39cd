import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, serverBusy } from "../../domain/errors";
import { pictureKey } from "../../domain/file-key";
import type { FileStore } from "../ports/file-store";
import type { ImageProblem } from "../ports/image-editor";
import { pieces } from "../uploads/add-attachment";
import { type FailureListener, storing } from "../uploads/storing";

const problems: Readonly<Record<Exclude<ImageProblem, "busy">, string>> = {
  "no-image": "Could not decode image; did you upload an image file?",
  "too-large": "Image size exceeds limit.",
  damaged: "Image is corrupted or truncated",
};

const refusalBy = (problem: ImageProblem): ApiError =>
  problem === "busy" ? serverBusy : { code: "BAD_IMAGE", message: problems[problem] };

/** What its uploader is told of bytes that are no picture. */
export const orBadImage = <A>(edited: Either<ImageProblem, A>): Either<ApiError, A> =>
  isLeft(edited) ? left(refusalBy(edited.left)) : right(edited.right);

/** Stores pictures under their names, all or none. */
export const storePictures = async (
  ports: FailureListener & { readonly files: FileStore },
  realmId: number,
  pictures: readonly (readonly [name: string, bytes: Uint8Array])[],
): Promise<Either<ApiError, undefined>> =>
  storing(ports, async () => {
    for (const [name, bytes] of pictures) await ports.files.put(pictureKey(realmId, name), pieces(bytes));
    return undefined;
  })();
