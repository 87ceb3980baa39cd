import { crc32, deflateSync } from "node:zlib";
import * as E from "fp-ts/Either";
import sharp from "sharp";
import { type DecodeHevc, mostHevcPixels } from "../../../src/adapters/images/hevc-decoder";
import { sharpImageEditor } from "../../../src/adapters/images/sharp-image-editor";
import { imageOf, type OpenImage } from "../../../src/application/ports/pictures/image-editor";
import { thumbnailFormats, transcodedFormat } from "../../../src/domain/pictures/thumbnail";
import { aHeicPicture, anAnimation, aPicture } from "../../support/builders/images";

const asUser = (user: string) => ({ realm: "1", user });
const metadata = async (image: OpenImage) => {
  const small = await image.square(5);
  return E.isLeft(small) ? small : E.right(image.properties);
};
const pause = () => new Promise((resolve) => setTimeout(resolve, 10));

/** Decodes one after another, each when told to. */
const gate = () => {
  const waiting: (() => void)[] = [];
  let decoded = 0;
  const decode: DecodeHevc = async () => {
    await new Promise<void>((go) => waiting.push(go));
    decoded += 1;
    return { width: 8, height: 8, data: new Uint8ClampedArray(8 * 8 * 4) };
  };
  return {
    decode,
    underWay: () => waiting.length,
    decoded: () => decoded,
    letOne: async () => {
      while (waiting.length === 0) await pause();
      waiting.shift()?.();
    },
  };
};

test("decodes a HEIC picture once for all images made from it", async () => {
  const { decode, decoded, letOne } = gate();
  const made = sharpImageEditor(decode).edit(asUser("ann"), imageOf(aHeicPicture()), async (image) => {
    const outcomes = [await image.square(10), await image.within(5, 5)];
    for (const format of [...thumbnailFormats, transcodedFormat])
      outcomes.push(await image.thumbnail(format));
    return E.right(outcomes.filter(E.isLeft).length);
  });
  await letOne();
  expect([await made, decoded()]).toEqual([E.right(0), 1]);
});

test("small pictures don't wait for large ones, and a user's large ones don't wait for all of another's", async () => {
  const { decode, underWay, letOne } = gate();
  const editor = sharpImageEditor(decode);
  const order: string[] = [];
  const heic = (user: string) =>
    editor.edit(asUser(user), imageOf(aHeicPicture()), metadata).then((outcome) => {
      order.push(E.isLeft(outcome) ? outcome.left : user);
    });
  const mallory = Array.from({ length: 20 }, () => heic("mallory"));
  // One is being decoded, ten wait.
  while (order.length < 9) await pause();
  const ann = [heic("ann"), heic("ann")];
  const small = await editor.edit(asUser("ann"), imageOf(await aPicture(10, 10)), metadata);
  expect(small).toMatchObject(E.right({ width: 10, height: 10 }));
  for (let count = 0; count < 13; count += 1) {
    expect(underWay()).toBeLessThanOrEqual(1);
    await letOne();
  }
  await Promise.all([...mallory, ...ann]);
  const done = order.filter((one) => one !== "busy");
  expect(order.filter((one) => one === "busy")).toHaveLength(9);
  expect(done.indexOf("ann")).toBeLessThanOrEqual(2);
  expect(done.lastIndexOf("ann")).toBeLessThanOrEqual(4);
});

test("an image is read when its turn comes, and a failure to read ends the turn", async () => {
  const { decode, underWay, letOne } = gate();
  const editor = sharpImageEditor(decode);
  const large = 9 * 1024 * 1024;
  const first = editor.edit(asUser("ann"), { size: large, read: async () => aHeicPicture() }, metadata);
  while (underWay() === 0) await pause();
  const read = jest.fn(async (): Promise<Uint8Array> => Promise.reject(new Error("no store")));
  const second = editor.edit(asUser("ben"), { size: large, read }, metadata);
  await pause();
  expect(read).not.toHaveBeenCalled();
  await letOne();
  await first;
  await expect(second).rejects.toThrow("no store");
  const third = editor.edit(asUser("ben"), { size: large, read: async () => aHeicPicture() }, metadata);
  await letOne();
  expect(await third).toMatchObject(E.right({ width: 8 }));
});

test("a user's small pictures leave room for others, and their queue is limited", async () => {
  const editor = sharpImageEditor();
  const picture = imageOf(await aPicture(2000, 2000));
  const order: string[] = [];
  const add = (user: string) =>
    editor.edit(asUser(user), picture, metadata).then((outcome) => {
      order.push(E.isLeft(outcome) ? outcome.left : user);
    });
  await Promise.all([...Array.from({ length: 60 }, () => add("mallory")), add("ann")]);
  const done = order.filter((one) => one !== "busy");
  expect(done).toHaveLength(52);
  // Pictures that are under way may end in any order; without turns, hers would be the last.
  expect(done.indexOf("ann")).toBeLessThan(10);
});

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};
/** A PNG header with red, green and blue that claims this size and has few of its pixels. */
const claimingPng = (side: number, bits: number): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side);
  head.writeUInt32BE(side, 4);
  head.set([bits, 2], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(100))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
/** A progressive JPEG that claims this size. */
const claimingJpeg = async (side: number, chromaSubsampling: string): Promise<Buffer> => {
  const file = await sharp(await aPicture(16, 16))
    .jpeg({ progressive: true, chromaSubsampling })
    .toBuffer();
  const frame = file.indexOf(Buffer.from([0xff, 0xc2]));
  file.writeUInt16BE(side, frame + 5);
  file.writeUInt16BE(side, frame + 7);
  return file;
};

test("refuses a picture whose format needs too much memory, even with fewer pixels than others may have", async () => {
  const outcomeOf = (file: Buffer) => sharpImageEditor().edit(asUser("ann"), imageOf(file), metadata);
  expect(await outcomeOf(claimingPng(9000, 16))).toEqual(E.left("too-large"));
  expect(await outcomeOf(claimingPng(9000, 8))).toEqual(E.left("damaged"));
  expect(await outcomeOf(await claimingJpeg(9000, "4:4:4"))).toEqual(E.left("too-large"));
  expect(await outcomeOf(await claimingJpeg(9000, "4:2:0"))).not.toEqual(E.left("too-large"));
});

/** A lossy WebP that claims this size. */
const claimingWebp = async (side: number): Promise<Buffer> => {
  const file = await sharp(await aPicture(16, 16))
    .webp()
    .toBuffer();
  const sizeAt = file.indexOf(Buffer.from([0x9d, 0x01, 0x2a])) + 3;
  file.writeUInt16LE(side, sizeAt);
  file.writeUInt16LE(side, sizeAt + 2);
  return file;
};
/** A GIF that claims this size. */
const claimingGif = async (side: number): Promise<Buffer> => {
  const file = await anAnimation(16, 16, 1);
  const imageAt = file.lastIndexOf(Buffer.from([0x2c, 0, 0, 0, 0, 16, 0, 16, 0]));
  for (const sizeAt of [6, imageAt + 5]) {
    file.writeUInt16LE(side, sizeAt);
    file.writeUInt16LE(side, sizeAt + 2);
  }
  return file;
};

const mebibyte = 1024 * 1024;
const budget = 600 * mebibyte;

test("pictures of all formats and sizes at work together stay within the memory for them", async () => {
  /** What each needs while it is decoded: bytes of a pixel in all its layers, times the pixels. */
  const kinds: readonly (readonly [string, Buffer, number])[] = [
    ["the largest PNG", claimingPng(9480, 8), 9480 ** 2 * 3],
    ["a deep PNG", claimingPng(3500, 16), 3500 ** 2 * 6],
    ["a quick PNG", claimingPng(4000, 8), 4000 ** 2 * 3],
    ["a barely heavy PNG", claimingPng(4200, 8), 4200 ** 2 * 3],
    ["a progressive JPEG", await claimingJpeg(9000, "4:2:0"), 9000 ** 2 * 3],
    ["a small progressive JPEG", await claimingJpeg(3000, "4:4:4"), 3000 ** 2 * 6],
    ["a WebP", await claimingWebp(4000), 4000 ** 2 * 6],
    ["a small WebP", await claimingWebp(2500), 2500 ** 2 * 6],
    ["a GIF", await claimingGif(8000), 8000 ** 2 * 4],
    ["a HEIC", aHeicPicture(), mostHevcPixels * 4],
    // Such files can be larger than they claim.
    [
      "an AVIF",
      await sharp(await aPicture())
        .avif()
        .toBuffer(),
      260 * mebibyte,
    ],
    ["a tiny picture", await aPicture(10, 10), 300],
  ];
  const editor = sharpImageEditor(async () => ({ width: 8, height: 8, data: new Uint8ClampedArray(256) }));
  const atWork = new Map<() => void, number>();
  const seen = { most: 0, mostHeavy: 0, mostAtOnce: 0, done: 0 };
  const edits = [...kinds, ...kinds, ...kinds].map(async ([, file, bytes], index) => {
    const outcome = await editor.edit(asUser(`${index}`), imageOf(file), async () => {
      await new Promise<void>((go) => atWork.set(go, bytes));
      return E.right("done");
    });
    seen.done += 1;
    return [kinds[index % kinds.length]?.[0], outcome];
  });
  while (seen.done < edits.length) {
    // The images that may be processed together have begun once nothing more happens for a while.
    for (let quiet = 0, before = -1; quiet < 5; quiet += 1) {
      await pause();
      if (atWork.size !== before) quiet = 0;
      before = atWork.size;
    }
    const needed = [...atWork.values()];
    seen.mostAtOnce = Math.max(seen.mostAtOnce, needed.length);
    seen.most = Math.max(
      seen.most,
      needed.reduce((sum, bytes) => sum + bytes, 0),
    );
    seen.mostHeavy = Math.max(seen.mostHeavy, needed.filter((bytes) => bytes > 50 * mebibyte).length);
    const [go] = atWork.keys();
    if (go) atWork.delete(go);
    go?.();
  }
  for (const [kind, outcome] of await Promise.all(edits))
    expect([kind, outcome]).toEqual([kind, E.right("done")]);
  expect(seen.mostHeavy).toBe(1);
  expect(seen.mostAtOnce).toBeLessThanOrEqual(3);
  expect(seen.most).toBeLessThan(budget);
});

test("a caller who waits too long is asked to retry, and leaves the queue", async () => {
  const { decode, underWay, letOne, decoded } = gate();
  const editor = sharpImageEditor(decode, { longestWait: 50 });
  const first = editor.edit(asUser("ann"), imageOf(aHeicPicture()), metadata);
  while (underWay() === 0) await pause();
  expect(await editor.edit(asUser("ben"), imageOf(aHeicPicture()), metadata)).toEqual(E.left("busy"));
  await letOne();
  expect(await first).toMatchObject(E.right({ width: 8 }));
  expect([underWay(), decoded()]).toEqual([0, 1]);
});
