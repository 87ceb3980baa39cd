import { createHash } from "node:crypto";

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

/** With about half a cell around all: to the pixel the same on each side where the picture's side is even. */
export const squaresPng = async (cells: Cells, colour: Colour, pixels: number): Promise<Buffer> => {
  const { default: sharp } = await import("sharp");
  const side = cells.length;
  const inner = side * 2 * Math.floor(pixels / (2 * (side + 1)));
  const margin = (pixels - inner) / 2;
  const [r, g, b] = light;
  const dots = cells.flatMap((row) => [...row].flatMap((cell) => (cell === "#" ? colour : light)));
  return sharp(Buffer.from(dots), { raw: { width: side, height: side, channels: 3 } })
    .resize(inner, inner, { kernel: "nearest" })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: { r, g, b } })
    .png()
    .toBuffer();
};
