import type { IdRanges } from "../../../../domain/collections/id-ranges";

/** The text form of an int8multirange. */
export const toMultirange = (ranges: IdRanges): string =>
  `{${ranges.map(([start, end]) => `[${start},${end === Number.POSITIVE_INFINITY ? "" : end})`).join(",")}}`;

/** Parses the text form, which PostgreSQL always writes as `{[from,to),[from,to)}`. */
export const fromMultirange = (text: string): IdRanges => {
  if (text === "{}") return [];
  return text
    .slice("{[".length, -")}".length)
    .split("),[")
    .map((range) => {
      const comma = range.indexOf(",");
      const end = range.slice(comma + 1);
      return [Number(range.slice(0, comma)), end === "" ? Number.POSITIVE_INFINITY : Number(end)];
    });
};
