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

/** Formats of an image: one that stands still has no moving ones. */
export const formatsFor = (isAnimated: boolean): readonly ThumbnailFormat[] =>
  thumbnailFormats.filter(({ animated }) => isAnimated || !animated);

const thumbnailTypes: ReadonlySet<string> = new Set([
  "image/avif",
  "image/gif",
  "image/jpeg",
  "image/png",
  "image/tiff",
  "image/webp",
]);

/** Whether images of the type can be shown small. SVG is a program more than an image. */
export const hasThumbnails = (contentType: string): boolean => thumbnailTypes.has(bareType(contentType));

/** Files beyond this, in bytes, are not looked at as images: they are read into memory for that. */
export const largestImage = 50 * 1024 * 1024;
