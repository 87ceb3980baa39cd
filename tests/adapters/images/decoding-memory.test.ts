import type { Metadata } from "sharp";
import { memoryFor } from "../../../src/adapters/images/decoding-memory";

test.each<[string, Partial<Metadata>, number]>([
  ["PNG", { format: "png" }, 4],
  ["PNG of 16 bits", { format: "png", depth: "ushort" }, 8],
  ["WebP, decoded in its own colors first", { format: "webp" }, 8],
  ["AVIF, decoded in its own colors first", { format: "heif" }, 8],
  ["JPEG", { format: "jpeg", channels: 3 }, 3],
  ["progressive JPEG", { format: "jpeg", channels: 3, isProgressive: true, chromaSubsampling: "4:4:4" }, 6],
  [
    "progressive JPEG of fewer colors",
    { format: "jpeg", isProgressive: true, chromaSubsampling: "4:2:0" },
    3,
  ],
])("a pixel of a %s takes its bytes in memory", (_kind, metadata, bytes) => {
  expect(memoryFor({ channels: 4, depth: "uchar", ...metadata } as Metadata, 1000)).toBe(1000 * bytes);
});
