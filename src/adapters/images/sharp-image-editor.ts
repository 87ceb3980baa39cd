import { type Either, isLeft, left, right } from "fp-ts/Either";
import type Library from "sharp";
import type { Metadata, Sharp } from "sharp";
import type { EmojiImages, ImageEditor, ImageProblem } from "../../application/ports/image-editor";
import { type DecodeHevc, hevcDecoder, mostHevcPixels } from "./hevc-decoder";

/** About a quarter of a gigabyte in memory. */
const mostPixels = 90_000_000;
/** All pictures of an animation together. */
const mostMovingPixels = mostPixels / 3;
/** What is shorter than this is no animation. */
const fewestPictures = 3;
const atOnce = 2;
/** A picture beside text has to be light. */
const largestEmoji = 128 * 1024;

const loaders = ["Jpeg", "Png", "Webp", "Nsgif", "Tiff", "Heif"];

interface Opened {
  readonly width: number;
  readonly height: number;
  readonly pictures: number;
  readonly format: string;
  /** What it takes of the room for all images under way. */
  readonly room: number;
  /** Ready to be worked on; undefined where it can't be decoded. */
  decoded(): Promise<Decoded | undefined>;
}

interface Decoded extends Omit<Opened, "room" | "decoded"> {
  /** The image, with at most so many pictures of it. */
  load(pictures: number): Sharp;
}

/**
 * Does work in turn, as much at a time as there is room for: each names what it takes, at most all. Whoever came
 * first goes first.
 */
export const sharing = (room: number) => {
  const waiting: { readonly share: number; readonly go: () => void }[] = [];
  let free = room;
  const letIn = (): void => {
    for (let [next] = waiting; next !== undefined && next.share <= free; [next] = waiting) {
      waiting.shift();
      free -= next.share;
      next.go();
    }
  };
  return async <A>(wanted: number, work: () => Promise<A>): Promise<A> => {
    const share = Math.min(wanted, room);
    await new Promise<void>((go) => {
      waiting.push({ share, go });
      letIn();
    });
    try {
      return await work();
    } finally {
      free += share;
      letIn();
    }
  };
};

/** Width and height as they are seen, of one picture. */
const seenSize = ({ width = 0, height = 0, pageHeight, orientation = 1 }: Metadata) => {
  const own = { width, height: pageHeight ?? height };
  return orientation >= 5 ? { width: own.height, height: own.width } : own;
};

/** libvips, of which only the loaders for common formats are let in. */
const loadLibrary = async (): Promise<typeof Library> => {
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders.map((name) => `VipsForeignLoad${name}`) });
  return sharp;
};

/** Images by libvips, which is loaded for the first one: many servers never see any. */
export const sharpImageEditor = (decodeHevc: DecodeHevc = hevcDecoder()): ImageEditor => {
  let library: Promise<typeof Library> | undefined;
  const inTurn = sharing(atOnce);
  // For all images under way: a file of a few kilobytes may be as large in memory as the largest.
  const inRoom = sharing(mostPixels);

  const open = async (image: Uint8Array): Promise<Either<ImageProblem, Opened>> => {
    library ??= loadLibrary();
    const sharp = await library;
    const load = (pictures: number): Sharp =>
      sharp(image, { pages: pictures, limitInputPixels: mostPixels, failOn: "error" });
    let facts: Metadata;
    try {
      facts = await sharp(image, { limitInputPixels: false }).metadata();
    } catch {
      return left("no-image");
    }
    const size = seenSize(facts);
    if (facts.compression === "hevc") return openHevc(sharp, image, size);
    const pictures = facts.pages ?? 1;
    const least = size.width * size.height * Math.min(fewestPictures, pictures);
    if (size.width * size.height === 0) return left("no-image");
    if (least > (pictures > 1 ? mostMovingPixels : mostPixels)) return left("too-large");
    const known = { ...size, pictures, format: facts.format };
    const room = size.width * size.height * pictures;
    return right({ ...known, room, decoded: async () => ({ ...known, load }) });
  };

  /** What phones write. libvips knows its size; its builds leave the decoder out. */
  const openHevc = (
    sharp: typeof Library,
    image: Uint8Array,
    { width, height }: { readonly width: number; readonly height: number },
  ): Either<ImageProblem, Opened> => {
    if (width * height === 0) return left("no-image");
    if (width * height > mostHevcPixels) return left("too-large");
    const decoded = async (): Promise<Decoded | undefined> => {
      const pixels = await decodeHevc(image);
      if (pixels === undefined) return undefined;
      const { data, ...size } = pixels;
      return {
        ...size,
        pictures: 1,
        format: "heif",
        load: () =>
          sharp(Buffer.from(data.buffer), { raw: { ...size, channels: 4 }, limitInputPixels: mostPixels }),
      };
    };
    const room = Math.ceil((width * height * mostPixels) / mostHevcPixels);
    return right({ width, height, pictures: 1, format: "heif", room, decoded });
  };

  const edit = <A>(
    image: Uint8Array,
    work: (decoded: Decoded) => Promise<Either<ImageProblem, A>>,
  ): Promise<Either<ImageProblem, A>> =>
    inTurn(1, async () => {
      const opened = await open(image);
      if (isLeft(opened)) return opened;
      return inRoom(opened.right.room, async () => {
        const decoded = await opened.right.decoded();
        if (decoded === undefined) return left("damaged");
        try {
          return await work(decoded);
        } catch {
          return left("damaged");
        }
      });
    });

  const picturesOf = ({ width, height, pictures }: Decoded): number =>
    Math.min(pictures, Math.floor(mostMovingPixels / (width * height)));

  const still = ({ load }: Decoded): Sharp => load(1).autoOrient();

  return {
    inspect: (image) =>
      edit(image, async ({ width, height, pictures, load }) => {
        // Decodes the first picture: what is damaged is found out now.
        await load(1).stats();
        return right({ width, height, isAnimated: pictures > 1 });
      }),

    thumbnail: (image, { maxWidth, maxHeight, animated }) =>
      edit(image, async (opened) => {
        const source = animated && opened.pictures > 1 ? opened.load(picturesOf(opened)) : still(opened);
        const small = source.resize(maxWidth, maxHeight, { fit: "inside", withoutEnlargement: true });
        return right(await small.webp({ quality: 75 }).toBuffer());
      }),

    square: (image, side) =>
      edit(image, async (opened) =>
        right(await still(opened).resize(side, side, { fit: "cover" }).png().toBuffer()),
      ),

    within: (image, width, height) =>
      edit(image, async (opened) =>
        right(
          await still(opened)
            .resize(width, height, { fit: "inside", withoutEnlargement: true })
            .png()
            .toBuffer(),
        ),
      ),

    emoji: (image, side) =>
      edit(image, async (opened): Promise<Either<ImageProblem, EmojiImages>> => {
        const standing = await still(opened).resize(side, side, { fit: "cover" }).png().toBuffer();
        if (standing.length > largestEmoji) return left("too-large");
        if (opened.pictures === 1) return right({ image: standing, extension: "png", still: null });
        if (opened.pictures > picturesOf(opened)) return left("too-large");
        const background = { r: 0, g: 0, b: 0, alpha: 0 };
        const moving = opened.load(opened.pictures).resize(side, side, { fit: "contain", background });
        const isGif = opened.format === "gif";
        const written = await (isGif ? moving.gif() : moving.webp()).toBuffer();
        return right({ image: written, extension: isGif ? "gif" : "webp", still: standing });
      }),
  };
};
