import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** A PNG, of one colour or of noise. */
export const aPicture = (width = 60, height = 40, isNoise = false): Promise<Buffer> =>
  (isNoise
    ? sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    : sharp({ create: { width, height, channels: 3, background: "teal" } })
  )
    .png()
    .toBuffer();

/** A GIF of so many pictures, each another. */
export const anAnimation = async (width: number, height: number, pictures: number): Promise<Buffer> => {
  const raw = Buffer.concat(
    Array.from({ length: pictures }, (_, index) =>
      Buffer.alloc(width * height * 3, Math.floor((255 / pictures) * index)),
    ),
  );
  return sharp(raw, { raw: { width, height: height * pictures, channels: 3, pageHeight: height } })
    .gif({ delay: 100, loop: 0 })
    .toBuffer();
};
