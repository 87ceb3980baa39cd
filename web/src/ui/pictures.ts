import { readHtml } from "./message-html";

/** A picture of a message that can be looked at by itself. */
export interface Picture {
  readonly name: string;
  /** What is shown: the original, or its form that browsers show. */
  readonly url: string;
  /** The file as it was uploaded. */
  readonly original: string;
}

const uploads = "/user_uploads/";

/** Where a picture's file is; undefined for pictures of other sites and those that are drawn. */
const originalOf = (image: HTMLImageElement): string | undefined => {
  const url = image.dataset.originalSrc ?? image.closest("a")?.getAttribute("href") ?? "";
  return url.startsWith(uploads) ? url : undefined;
};

const shownUrl = (image: HTMLImageElement, original: string): string => {
  const { transcodedImage } = image.dataset;
  return transcodedImage === undefined
    ? original
    : `${uploads}thumbnail/${original.slice(uploads.length)}/${transcodedImage}`;
};

const fileName = (url: string): string => {
  const last = url.slice(url.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

const pictureOf = (image: HTMLImageElement): Picture | undefined => {
  const original = originalOf(image);
  if (original === undefined) return undefined;
  const name = image.alt || image.closest("a")?.title || fileName(original);
  return { name, url: shownUrl(image, original), original };
};

const ofUploads = ".message_inline_image a > img, img.inline-image";

/** The pictures of a message, in their order. */
export const picturesIn = (html: string): readonly Picture[] =>
  html.includes(uploads)
    ? [...readHtml(html).querySelectorAll<HTMLImageElement>(ofUploads)].flatMap(
        (image) => pictureOf(image) ?? [],
      )
    : [];

/** The picture that a click in a message was at. */
export const clickedPicture = (target: EventTarget | null): Picture | undefined => {
  if (!(target instanceof HTMLElement)) return undefined;
  const link = target.closest(".message_inline_image a");
  const image = target.closest<HTMLImageElement>("img.inline-image") ?? link?.querySelector("img");
  return image ? pictureOf(image) : undefined;
};
