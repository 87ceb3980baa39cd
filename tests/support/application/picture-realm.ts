import * as E from "fp-ts/Either";
import { findPicture } from "../../../src/application/pictures/find-picture";
import { openPicture } from "../../../src/application/pictures/open-picture";
import type {
  ImageEditor,
  ImageProblem,
  OpenImage,
} from "../../../src/application/ports/pictures/image-editor";
import { memoryRealm } from "./memory-realm";
import { keysIn, textOf } from "./uploads";

export const text = (words: string) => Buffer.from(words);

/** Pictures begin with "png:"; an edited one says what was done to it. Others name their problem. */
export const scriptedImages: ImageEditor = {
  edit: async (_requester, source, work) => {
    const words = Buffer.from(await source.read()).toString();
    if (!words.startsWith("png:")) return E.left(words as ImageProblem);
    const opened: Pick<OpenImage, "emoji" | "square" | "within"> = {
      emoji: async (side) => E.right({ image: text(`${words} ${side}`), extension: "png", still: null }),
      square: async (side) => (words === "png:cut" ? E.left("damaged") : E.right(text(`${words} ${side}`))),
      within: async (width, height) => E.right(text(`${words} ${width} × ${height}`)),
    };
    return work(opened as OpenImage);
  },
};

export const cat = text("png:cat");

/** Files that aren't pictures, and why they are refused. */
export const notPictures: readonly [words: string, message: string][] = [
  ["no-image", "Could not decode image; did you upload an image file?"],
  ["too-large", "Image size exceeds limit."],
  ["damaged", "Image is corrupted or truncated"],
];

export const notFound = "File not found.";
export const avatarChangesDisabled = "Avatar changes are disabled in this organization.";

/** A realm whose pictures say what was done to them. */
export const pictureRealm = async () => {
  const found = await memoryRealm(
    { people: { ada: "administrator", ben: "member" } },
    { images: scriptedImages },
  );
  const { services, realmId } = found;
  /** The content of a picture, or why there is none. */
  const see = async (name: string) => {
    const picture = await findPicture(services)(realmId, name)();
    if (picture._tag === "Left") return picture.left.message;
    const content = await openPicture(services)(picture.right)();
    return content._tag === "Left" ? content.left.message : textOf(content.right);
  };
  return { ...found, see, stored: () => keysIn(services.files) };
};
