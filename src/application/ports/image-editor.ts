import type { Either } from "fp-ts/Either";
import type { ImageFacts } from "../../domain/attachment";
import type { ThumbnailFormat } from "../../domain/thumbnail";
import type { Requester } from "../admission/fair-turns";

/** Why bytes are no image that we deal with; "busy" where there is no room for any right now. */
export type ImageProblem = "no-image" | "too-large" | "damaged" | "busy";

/** An emoji's image, and one that stands still where it moves. */
export interface EmojiImages {
  readonly image: Uint8Array;
  /** The ending of its name. */
  readonly extension: "png" | "gif" | "webp";
  /** PNG; null where the image itself stands still. */
  readonly still: Uint8Array | null;
}

/** Bytes that may be an image. */
export interface ImageSource {
  /** Bytes. */
  readonly size: number;
  /** Reads them when the image's turn comes, so that none waits in memory. It may be read again. */
  read(): Promise<Uint8Array>;
}

/** An image under way. However many images are made of it, it is decoded as seldom as its format allows. */
export interface OpenImage {
  /** What its file says; whether its pixels are damaged is found out when something is made of them. */
  readonly facts: ImageFacts;
  /** Within the format's size, never larger than it was; of an animation as many pictures as memory allows. */
  thumbnail(format: ThumbnailFormat): Promise<Either<ImageProblem, Uint8Array>>;
  /** The middle of it, as a square PNG of that many pixels a side. */
  square(side: number): Promise<Either<ImageProblem, Uint8Array>>;
  /** PNG within this size, never larger than it was. */
  within(width: number, height: number): Promise<Either<ImageProblem, Uint8Array>>;
  /** A square of that many pixels a side, moving if it moved. */
  emoji(side: number): Promise<Either<ImageProblem, EmojiImages>>;
}

/**
 * Makes images of images. Takes PNG, JPEG, GIF, WebP, AVIF, HEIC and TIFF, looks at nothing else, and refuses what would
 * take too much memory. What was said in the file besides the picture (where it was taken ...) is left out.
 */
export interface ImageEditor {
  /** Does all work on an image in one turn; requesters share the turns. */
  edit<A>(
    requester: Requester,
    source: ImageSource,
    work: (image: OpenImage) => Promise<Either<ImageProblem, A>>,
  ): Promise<Either<ImageProblem, A>>;
}

/** An image that is in memory already. */
export const imageOf = (bytes: Uint8Array): ImageSource => ({ size: bytes.length, read: async () => bytes });
