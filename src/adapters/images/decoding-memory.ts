import type { Metadata } from "sharp";

const depths: Readonly<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2 };

/** The most bytes that decoding takes, with the whole image in memory. */
export const memoryFor = (metadata: Metadata, pixels: number): number => {
  const { channels = 4, depth = "uchar", format, isProgressive, chromaSubsampling } = metadata;
  // Progressive JPEGs hold their coefficients, two bytes each, until the last scan.
  if (format === "jpeg" && isProgressive)
    return pixels * 2 * (chromaSubsampling === "4:2:0" ? 1.5 : channels);
  // Decoded in their own color space first.
  const layers = format === "webp" || format === "heif" ? 2 : 1;
  return pixels * channels * (depths[depth] ?? 8) * layers;
};
