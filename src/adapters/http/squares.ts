import { createHash } from "node:crypto";
import { crc32, deflateSync } from "node:zlib";

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number];

const light: Colour = [245, 245, 245];

/** Rows of cells: `#` is one of the picture's colour. */
export type Cells = readonly string[];

/** A letter, for what is the server's own. */
export const letterP: Cells = ["####.", "#...#", "####.", "#....", "#...."];
/** Whoever isn't known. */
export const questionMark: Cells = [".###.", "#...#", "..##.", ".....", "..#.."];

/** Five by five cells, the same from left and right, that follow from a number. */
export const cellsOf = (id: number): Cells => {
  const bytes = createHash("sha256").update(String(id)).digest();
  return Array.from({ length: 5 }, (_, row) => {
    const [a, b, c] = [0, 1, 2].map((column) => ((bytes[row * 3 + column] ?? 0) % 2 === 0 ? "#" : "."));
    return [a, b, c, b, a].join("");
  });
};

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  return Buffer.concat([word(data.length), body, word(crc32(body))]);
};

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** One bit a pixel, of a palette of two; with a margin of half a cell. */
export const squaresPng = (cells: Cells, colour: Colour, pixels: number): Buffer => {
  const isDark = (x: number, y: number): boolean => {
    const at = (place: number) => Math.floor(((place + 0.5) / pixels) * (cells.length + 1) - 0.5);
    return cells[at(y)]?.[at(x)] === "#";
  };
  const rowBytes = Math.ceil(pixels / 8);
  const rows = Buffer.alloc(pixels * (rowBytes + 1));
  for (let y = 0; y < pixels; y++)
    for (let x = 0; x < pixels; x++)
      if (isDark(x, y)) {
        const at = y * (rowBytes + 1) + 1 + (x >> 3);
        rows[at] = (rows[at] ?? 0) | (0x80 >> (x & 7));
      }
  const header = Buffer.concat([word(pixels), word(pixels), Buffer.from([1, 3, 0, 0, 0])]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from([...light, ...colour])),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};
