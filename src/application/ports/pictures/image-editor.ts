import type { Either } from "fp-ts/Either";
import type { ImageProperties } from "../../../domain/files/attachment";
import type { ThumbnailFormat } from "../../../domain/pictures/thumbnail";
import type { Requester } from "../system/requester";

/** Why bytes can't be used as an image; "busy" if no turn is free right now. */
export type ImageProblem = "no-image" | "too-large" | "damaged" | "busy";

/** An emoji's image, and a still version if it is animated. */
export interface EmojiImages {
  readonly image: Uint8Array;
  /** The extension of its file name. */
  readonly extension: "png" | "gif" | "webp";
  /** PNG; null if the image itself is still. */
  readonly still: Uint8Array | null;
}

/** Bytes that may be an image. */
export interface ImageSource {
  /** Bytes. */
  readonly size: number;
  /** Reads them when the image's turn comes, so that none waits in memory. May be called again. */
  read(): Promise<Uint8Array>;
}

/** An open image. It is decoded as rarely as its format allows, however many images are made from it. */
export interface OpenImage {
  /** From the file's header; damaged pixels are only found when an image is made from them. */
  readonly properties: ImageProperties;
  /** Within the format's size, never enlarged; an animation gets as many frames as memory allows. */
  thumbnail(format: ThumbnailFormat): Promise<Either<ImageProblem, Uint8Array>>;
  /** The center as a square PNG with sides of this many pixels. */
  square(side: number): Promise<Either<ImageProblem, Uint8Array>>;
  /** PNG within this size, never enlarged. */
  within(width: number, height: number): Promise<Either<ImageProblem, Uint8Array>>;
  /** A square with sides of this many pixels; animations stay animated. */
  emoji(side: number): Promise<Either<ImageProblem, EmojiImages>>;
}

/**
 * Edits images. Takes PNG, JPEG, GIF, WebP, AVIF, HEIC and TIFF; refuses other formats, and images that would take too much
 * memory. Strips metadata such as the location.
 */
export interface ImageEditor {
  /** Does all work on an image in one turn; requesters share the turns. */
  edit<A>(
    requester: Requester,
    source: ImageSource,
    work: (image: OpenImage) => Promise<Either<ImageProblem, A>>,
  ): Promise<Either<ImageProblem, A>>;
}

/** An image that is already in memory. */
export const imageOf = (bytes: Uint8Array): ImageSource => ({ size: bytes.length, read: async () => bytes });
