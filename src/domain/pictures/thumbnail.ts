import { bareType } from "../files/content-type";
import { bytesIn } from "../units/size";

/** A size and encoding of thumbnails. */
export interface ThumbnailFormat {
  readonly name: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly format: "webp";
  readonly animated: boolean;
}

/** The formats that the server generates. Register announces them; messages show the first of each kind. */
export const thumbnailFormats: readonly ThumbnailFormat[] = [
  { name: "840x560-anim.webp", maxWidth: 840, maxHeight: 560, format: "webp", animated: true },
  { name: "840x560.webp", maxWidth: 840, maxHeight: 560, format: "webp", animated: false },
];

/** The picture at screen size, for image types that few browsers display. API, level 336. */
export const transcodedFormat: ThumbnailFormat = {
  name: "4032x3024.webp",
  maxWidth: 4032,
  maxHeight: 3024,
  format: "webp",
  animated: false,
};

const rarelyShown: ReadonlySet<string> = new Set(["image/heic", "image/heif", "image/tiff"]);

/** Whether few browsers display the type. */
export const isTranscoded = (contentType: string): boolean => rarelyShown.has(bareType(contentType));

/** The formats of an image: a still image has no animated ones. */
export const formatsFor = (isAnimated: boolean, contentType: string): readonly ThumbnailFormat[] => [
  ...thumbnailFormats.filter(({ animated }) => isAnimated || !animated),
  ...(isTranscoded(contentType) ? [transcodedFormat] : []),
];

/** Every format that any image has. */
export const allFormats: readonly ThumbnailFormat[] = [...thumbnailFormats, transcodedFormat];

const thumbnailTypes: ReadonlySet<string> = new Set([
  "image/avif",
  "image/gif",
  "image/heic",
  "image/heif",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/webp",
]);

/** Whether images of the type get thumbnails. SVG doesn't: it is closer to a program than to an image. */
export const hasThumbnails = (contentType: string): boolean => thumbnailTypes.has(bareType(contentType));

/** Larger files, in bytes, are not treated as images, because decoding reads them into memory. */
export const largestImage = 50 * bytesIn.mebibyte;
