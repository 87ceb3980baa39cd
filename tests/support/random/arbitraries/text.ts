import fc from "../fast-check";

const surrogates = { first: 0xd800, count: 0x800 };
const mostCodePoints = 0x110000 - surrogates.count;

/**
 * Any character of Unicode. `unit: "binary"` of fast-check gives the same, but builds a table of all of them, which
 * takes a second and hundreds of megabytes.
 */
export const anyCharacter = fc.nat({ max: mostCodePoints - 1 }).map(
  (index) => String.fromCodePoint(index < surrogates.first ? index : index + surrogates.count),
  (character) => {
    const point = typeof character === "string" ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character) throw new Error("No character");
    return point < surrogates.first ? point : point - surrogates.count;
  },
);
