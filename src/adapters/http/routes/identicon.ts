import { createHash } from "node:crypto";

/** Red, green and blue, from 0 to 255. */
export type Color = readonly [number, number, number];

const light: Color = [245, 245, 245];
const rust: Color = [163, 74, 18];

/** Rows of cells: `#` is a filled one, `!` one that calls attention. */
export type Cells = readonly string[];

/** The letter of the server's own pictures. */
export const letterP: Cells = ["####.", "#...#", "####.", "#....", "#...."];
/** The same, while something is unread. */
export const unreadP: Cells = ["####.", "#...#", "####.", "#..!!", "#..!!"];
/** The picture of unknown users. */
export const questionMark: Cells = [".###.", "#...#", "..##.", ".....", "..#.."];

/** Five by five cells with left-right symmetry, derived from a number. */
export const identiconOf = (id: number): Cells => {
  const bytes = createHash("sha256").update(String(id)).digest();
  return Array.from({ length: 5 }, (_, row) => {
    const [a, b, c] = [0, 1, 2].map((column) => ((bytes[row * 3 + column] ?? 0) % 2 === 0 ? "#" : "."));
    return [a, b, c, b, a].join("");
  });
};

/** Adds a margin of about this many cells, equal on all sides if the picture's side is even. */
export const cellsPng = async (
  cells: Cells,
  color: Color,
  pixels: number,
  marginCells = 0.5,
): Promise<Buffer> => {
  const { default: sharp } = await import("sharp");
  const side = cells.length;
  const inner = side * 2 * Math.floor(pixels / (2 * (side + 2 * marginCells)));
  const margin = (pixels - inner) / 2;
  const [r, g, b] = light;
  const colors: Readonly<Record<string, Color>> = { "#": color, "!": rust };
  const dots = cells.flatMap((row) => [...row].flatMap((cell) => colors[cell] ?? light));
  return sharp(Buffer.from(dots), { raw: { width: side, height: side, channels: 3 } })
    .resize(inner, inner, { kernel: "nearest" })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: { r, g, b } })
    .png()
    .toBuffer();
};
