import { join } from "node:path";
import * as E from "fp-ts/Either";
import sharp from "sharp";
import { hevcDecoder } from "../../../src/adapters/images/hevc-decoder";
import { sharpImageEditor } from "../../../src/adapters/images/sharp-image-editor";
import {
  type ImageProblem,
  imageOf,
  type OpenImage,
} from "../../../src/application/ports/pictures/image-editor";
import { transcodedFormat } from "../../../src/domain/pictures/thumbnail";
import { aHeicPicture, aLargeHeicPicture } from "../../support/builders/images";

const sources = {
  worker: join(__dirname, "../../../src/adapters/images/hevc-worker.ts"),
  execArgv: ["--require", join(__dirname, "../../support/jest/swc-register.cjs")],
};
const editor = sharpImageEditor(hevcDecoder(sources));
const somebody = { realm: "1", user: "1" };
const edit = <A>(
  image: Uint8Array,
  work: (opened: OpenImage) => Promise<E.Either<ImageProblem, A>>,
  by = editor,
) => by.edit(somebody, imageOf(image), work);
const inspect = (image: Uint8Array, by = editor) =>
  edit(
    image,
    async (opened) => {
      const small = await opened.square(5);
      return E.isLeft(small) ? small : E.right(opened.properties);
    },
    by,
  );
const square = (image: Uint8Array, side: number) => edit(image, (opened) => opened.square(side));

/** Red, green and blue at a position. */
const colourAt = async (image: Uint8Array, x: number, y: number) => {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
};
const made = async (image: Promise<E.Either<ImageProblem, Uint8Array>>): Promise<Uint8Array> => {
  const outcome = await image;
  if (E.isLeft(outcome)) throw new Error(outcome.left);
  return outcome.right;
};
const sized = async (image: Uint8Array) => {
  const { width, height, format } = await sharp(image).metadata();
  return { width, height, format };
};
/** A HEIC file with another size in its header. */
const claiming = (width: number, height: number): Buffer => {
  const file = aHeicPicture();
  const at = file.indexOf("ispe") + 8;
  file.writeUInt32BE(width, at);
  file.writeUInt32BE(height, at + 4);
  return file;
};

test("decodes a picture in the form that phones write", async () => {
  expect(await inspect(aHeicPicture())).toEqual(E.right({ width: 96, height: 64, isAnimated: false }));
  const small = await made(square(aHeicPicture(), 100));
  expect(await sized(small)).toEqual({ width: 100, height: 100, format: "png" });
  const [red = 0, , blue = 0] = await colourAt(small, 5, 50);
  expect([red > 180, blue < 80]).toEqual([true, true]);
  expect((await colourAt(small, 95, 50))[2]).toBeGreaterThan(180);
  const large = await made(edit(aHeicPicture(), (opened) => opened.thumbnail(transcodedFormat)));
  expect(await sized(large)).toEqual({ width: 96, height: 64, format: "webp" });
  expect(await sized(await made(edit(aLargeHeicPicture(), (opened) => opened.within(600, 600))))).toEqual({
    width: 600,
    height: 400,
    format: "png",
  });
  expect(await edit(aHeicPicture(), (opened) => opened.emoji(64))).toMatchObject(
    E.right({ extension: "png", still: null }),
  );
});

test("doesn't decode a picture that claims to be larger than there is room for", async () => {
  const never = sharpImageEditor(() => Promise.reject(new Error("It was decoded")));
  expect(await inspect(claiming(5001, 5000), never)).toEqual(E.left("too-large"));
});

test("refuses a damaged picture, or one that isn't of the size it claims", async () => {
  expect(await inspect(aHeicPicture().subarray(0, 400))).toEqual(E.left("damaged"));
  expect(await square(claiming(8, 8), 50)).toEqual(E.left("damaged"));
  expect(await square(claiming(4000, 4000), 50)).toEqual(E.left("damaged"));
});

test.each([
  ["time", { timeLimit: 1 }],
  ["memory", { mostBytes: 17 * 1024 * 1024 }],
  ["pixels", { mostPixels: 5_999_999 }],
])("decoding has a limit on %s", async (_what, bound) => {
  const bounded = hevcDecoder({ ...sources, ...bound });
  expect(await bounded(aLargeHeicPicture())).toBeUndefined();
});

test("decodes the same picture with the full limits", async () => {
  const pixels = await hevcDecoder(sources)(aLargeHeicPicture());
  expect(pixels).toMatchObject({ width: 3000, height: 2000 });
  expect(pixels?.data).toHaveLength(3000 * 2000 * 4);
});
