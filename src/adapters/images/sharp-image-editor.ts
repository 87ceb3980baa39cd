import * as E from "fp-ts/Either";
import { isNone } from "fp-ts/Option";
import type Library from "sharp";
import type { Metadata, Sharp } from "sharp";
import { FairTurns, type TurnLimits } from "../../application/admission/fair-turns";
import type { SharedMemory } from "../../application/admission/shared-memory";
import type {
  EmojiImages,
  ImageEditor,
  ImageProblem,
  OpenImage,
} from "../../application/ports/pictures/image-editor";
import { bytesIn } from "../../domain/units/size";
import { memoryFor } from "./decoding-memory";
import { type DecodeHevc, hevcDecoder, mostHevcPixels } from "./hevc-decoder";

const { kibibyte, mebibyte } = bytesIn;
const mostPixels = 90_000_000;
/** All frames of an animation together. */
const mostMovingPixels = mostPixels / 3;
/** Shorter sequences count as still images. */
const fewestPictures = 3;
/** The most memory for decoding one image, not counting its file. */
const mostMemory = 260 * mebibyte;
/**
 * Images up to this much memory are quick, which includes most photographs. Larger ones don't hold them up.
 */
const quickMemory = 50 * mebibyte;
const quickFile = 8 * mebibyte;
/** In seconds, for one generated image. */
const timeLimit = 10;
/** In bytes. Emoji appear in text, so they must be small. */
const largestEmoji = 128 * kibibyte;

/** With the limits above and the decoder's, all images in progress take less than 600 MiB. */
const quickTurns: TurnLimits = {
  running: 2,
  runningEach: 1,
  waiting: 200,
  waitingEach: 50,
  mebibytes: quickMemory / mebibyte,
};
const heavyTurns: TurnLimits = {
  running: 1,
  runningEach: 1,
  waiting: 40,
  waitingEach: 10,
  mebibytes: mostMemory / mebibyte,
};

const loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif"];

interface Opened {
  readonly isHeavy: boolean;
  /** Prepares the image; undefined if it can't be decoded. */
  decoded(): Promise<Decoded | undefined>;
}

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly pictures: number;
  readonly format: string;
  /** The image with at most this many frames. */
  load(pictures: number): Sharp;
}

/** Displayed width and height of one frame. */
const seenSize = ({ width = 0, height = 0, pageHeight, orientation = 1 }: Metadata) => {
  const frame = { width, height: pageHeight ?? height };
  return orientation >= 5 ? { width: frame.height, height: frame.width } : frame;
};

/** libvips, restricted to the loaders of common formats. */
const loadLibrary = async (): Promise<typeof Library> => {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
};

/** Runs work on an image whose pixels may turn out to be damaged. */
const orDamaged = async <A>(
  work: () => Promise<E.Either<ImageProblem, A>>,
): Promise<E.Either<ImageProblem, A>> => {
  try {
    return await work();
  } catch {
    return E.left("damaged");
  }
};

const picturesOf = ({ width, height, pictures }: Decoded): number =>
  Math.min(pictures, Math.floor(mostMovingPixels / (width * height)));

const still = ({ load }: Decoded): Sharp => load(1).autoOrient();

const emojiOf = async (image: Decoded, side: number): Promise<E.Either<ImageProblem, EmojiImages>> => {
  const standing = await still(image).resize(side, side, { fit: "cover" }).png().toBuffer();
  if (standing.length > largestEmoji) return E.left("too-large");
  if (image.pictures === 1) return E.right({ image: standing, extension: "png", still: null });
  if (image.pictures > picturesOf(image)) return E.left("too-large");
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const moving = image.load(image.pictures).resize(side, side, { fit: "contain", background });
  const isGif = image.format === "gif";
  const written = await (isGif ? moving.gif() : moving.webp()).toBuffer();
  return E.right({ image: written, extension: isGif ? "gif" : "webp", still: standing });
};

const openImage = (image: Decoded): OpenImage => ({
  properties: { width: image.width, height: image.height, isAnimated: image.pictures > 1 },

  thumbnail: ({ maxWidth, maxHeight, animated }) =>
    orDamaged(async () => {
      const source = animated && image.pictures > 1 ? image.load(picturesOf(image)) : still(image);
      const small = source.resize(maxWidth, maxHeight, { fit: "inside", withoutEnlargement: true });
      return E.right(await small.webp({ quality: 75 }).toBuffer());
    }),

  square: (side) =>
    orDamaged(async () => E.right(await still(image).resize(side, side, { fit: "cover" }).png().toBuffer())),

  within: (width, height) =>
    orDamaged(async () => {
      const small = still(image).resize(width, height, { fit: "inside", withoutEnlargement: true });
      return E.right(await small.png().toBuffer());
    }),

  emoji: (side) => orDamaged(() => emojiOf(image, side)),
});

interface Options {
  /** In milliseconds. A request that would wait longer is refused as busy. */
  readonly longestWait?: number;
  /** What other heavy work shares; absent for no limit. */
  readonly memory?: SharedMemory;
}

/** Edits images with libvips, which is loaded for the first one: many servers never see any. */
export const sharpImageEditor = (
  decodeHevc: DecodeHevc = hevcDecoder(),
  { longestWait = 30_000, memory }: Options = {},
): ImageEditor => {
  let library: Promise<typeof Library> | undefined;
  const [quick, heavy] = [new FairTurns(quickTurns, { memory }), new FairTurns(heavyTurns, { memory })];

  const open = async (image: Uint8Array): Promise<E.Either<ImageProblem, Opened>> => {
    library ??= loadLibrary();
    const sharp = await library;
    let metadata: Metadata;
    try {
      metadata = await sharp(image, { limitInputPixels: false }).metadata();
    } catch {
      return E.left("no-image");
    }
    const size = seenSize(metadata);
    const picture = size.width * size.height;
    if (picture === 0) return E.left("no-image");
    if (metadata.compression === "hevc")
      return picture > mostHevcPixels ? E.left("too-large") : openHevc(sharp, image);
    const pictures = metadata.pages ?? 1;
    const least = picture * Math.min(fewestPictures, pictures);
    if (least > (pictures > 1 ? mostMovingPixels : mostPixels)) return E.left("too-large");
    const memory = memoryFor(
      metadata,
      pictures > 1 ? Math.min(picture * pictures, mostMovingPixels) : picture,
    );
    if (memory > mostMemory) return E.left("too-large");
    const known = { ...size, pictures, format: metadata.format };
    const load = (first: number): Sharp =>
      sharp(image, { pages: first, limitInputPixels: mostPixels, failOn: "error" }).timeout({
        seconds: timeLimit,
      });
    // Files of this kind may be larger than their header says.
    const isHeavy = memory > quickMemory || metadata.format === "heif";
    return E.right({ isHeavy, decoded: async () => ({ ...known, load }) });
  };

  /** The format of phones. libvips reads its size; the builds omit the decoder. */
  const openHevc = (sharp: typeof Library, image: Uint8Array): E.Either<ImageProblem, Opened> => {
    const decoded = async (): Promise<Decoded | undefined> => {
      const pixels = await decodeHevc(image);
      if (pixels === undefined) return undefined;
      const { data, ...size } = pixels;
      const raw = Buffer.from(data.buffer);
      const load = (): Sharp =>
        sharp(raw, { raw: { ...size, channels: 4 }, limitInputPixels: mostPixels }).timeout({
          seconds: timeLimit,
        });
      return { ...size, pictures: 1, format: "heif", load };
    };
    return E.right({ isHeavy: true, decoded });
  };

  return {
    edit: async (requester, { size, read }, work) => {
      const workOn = async ({ decoded }: Opened) => {
        const image = await decoded();
        return image === undefined ? E.left("damaged" as const) : work(openImage(image));
      };
      if (size <= quickFile) {
        const workIfQuick = async () => {
          const opened = await open(await read());
          if (E.isLeft(opened)) return opened;
          return opened.right.isHeavy ? undefined : workOn(opened.right);
        };
        const done = await quick.take(requester, workIfQuick, longestWait);
        if (isNone(done)) return E.left("busy");
        if (done.value !== undefined) return done.value;
      }
      const workAnyway = async () => {
        const opened = await open(await read());
        return E.isLeft(opened) ? opened : workOn(opened.right);
      };
      const done = await heavy.take(requester, workAnyway, longestWait);
      return isNone(done) ? E.left("busy") : done.value;
    },
  };
};
