import type { Picture } from "../app/dialog";
import { readHtml } from "./message-html";

const uploads = "/user_uploads/";

/** The URL of a picture's file; undefined for pictures on other sites and rendered ones. */
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

/** The pictures of a message, in order. */
export const picturesIn = (html: string): readonly Picture[] =>
  html.includes(uploads)
    ? [...readHtml(html).querySelectorAll<HTMLImageElement>(ofUploads)].flatMap(
        (image) => pictureOf(image) ?? [],
      )
    : [];

/** The picture in a message that was clicked. */
export const clickedPicture = (target: EventTarget | null): Picture | undefined => {
  if (!(target instanceof HTMLElement)) return undefined;
  const link = target.closest(".message_inline_image a");
  const image = target.closest<HTMLImageElement>("img.inline-image") ?? link?.querySelector("img");
  return image ? pictureOf(image) : undefined;
};
