import type { Either } from "fp-ts/Either";
import type { ImageFacts } from "../../domain/attachment";
import type { ThumbnailFormat } from "../../domain/thumbnail";

/** Why bytes are no image that we deal with. */
export type ImageProblem = "no-image" | "too-large" | "damaged";

/** An emoji's image, and one that stands still where it moves. */
export interface EmojiImages {
  readonly image: Uint8Array;
  /** The ending of its name. */
  readonly extension: "png" | "gif" | "webp";
  /** PNG; null where the image itself stands still. */
  readonly still: Uint8Array | null;
}

/**
 * Makes images of images. Takes PNG, JPEG, GIF, WebP, AVIF, HEIC and TIFF, looks at nothing else, and refuses what would
 * take too much memory. What was said in the file besides the picture (where it was taken ...) is left out.
 */
export interface ImageEditor {
  inspect(image: Uint8Array): Promise<Either<ImageProblem, ImageFacts>>;
  /** Within the format's size, never larger than it was; of an animation as many pictures as memory allows. */
  thumbnail(image: Uint8Array, format: ThumbnailFormat): Promise<Either<ImageProblem, Uint8Array>>;
  /** The middle of it, as a square PNG of that many pixels a side. */
  square(image: Uint8Array, side: number): Promise<Either<ImageProblem, Uint8Array>>;
  /** PNG within this size, never larger than it was. */
  within(image: Uint8Array, width: number, height: number): Promise<Either<ImageProblem, Uint8Array>>;
  /** A square of that many pixels a side, moving if it moved. */
  emoji(image: Uint8Array, side: number): Promise<Either<ImageProblem, EmojiImages>>;
}
