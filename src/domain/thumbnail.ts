import { bareType } from "./content-type";

/** A size and form in which images are shown small. */
export interface ThumbnailFormat {
  readonly name: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  readonly format: "webp";
  readonly animated: boolean;
}

/** Those that the server makes. Register announces them; the first of each kind is what messages show. */
export const thumbnailFormats: readonly ThumbnailFormat[] = [
  { name: "840x560-anim.webp", maxWidth: 840, maxHeight: 560, format: "webp", animated: true },
  { name: "840x560.webp", maxWidth: 840, maxHeight: 560, format: "webp", animated: false },
];

/** The picture in the size of a screen, for types of images that few browsers show. API, level 336. */
export const transcodedFormat: ThumbnailFormat = {
  name: "4032x3024.webp",
  maxWidth: 4032,
  maxHeight: 3024,
  format: "webp",
  animated: false,
};

const rarelyShown: ReadonlySet<string> = new Set(["image/heic", "image/heif", "image/tiff"]);

/** Whether few browsers show the type by themselves. */
export const isTranscoded = (contentType: string): boolean => rarelyShown.has(bareType(contentType));

/** Formats of an image: one that stands still has no moving ones. */
export const formatsFor = (isAnimated: boolean, contentType: string): readonly ThumbnailFormat[] => [
  ...thumbnailFormats.filter(({ animated }) => isAnimated || !animated),
  ...(isTranscoded(contentType) ? [transcodedFormat] : []),
];

/** Every format that some image has. */
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

/** Whether images of the type can be shown small. SVG is a program more than an image. */
export const hasThumbnails = (contentType: string): boolean => thumbnailTypes.has(bareType(contentType));

/** Files beyond this, in bytes, are not looked at as images: they are read into memory for that. */
export const largestImage = 50 * 1024 * 1024;
