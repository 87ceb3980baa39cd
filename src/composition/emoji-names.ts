import type { UnicodeCatalog } from "../adapters/emoji/unicode-catalog";
import type { Setup } from "../adapters/markdown/run";

/** Emoji by name, and the first name of each. */
export const emojiNames = ({ namesByCode }: UnicodeCatalog): Setup["emoji"] => ({
  codes: Object.fromEntries(
    Object.entries(namesByCode).flatMap(([code, names]) => names.map((name) => [name, code])),
  ),
  names: Object.fromEntries(
    Object.entries(namesByCode).flatMap(([code, [name]]) => (name ? [[code, name]] : [])),
  ),
});
