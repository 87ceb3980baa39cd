import type { UnicodeCatalog } from "../../adapters/emoji/unicode-catalog";
import type { RendererSetup } from "../../adapters/markdown/rendering/rendering";

/** Emoji by name, and the first name of each. */
export const emojiNames = ({ namesByCode }: UnicodeCatalog): RendererSetup["emoji"] => ({
  codes: Object.fromEntries(
    Object.entries(namesByCode).flatMap(([code, names]) => names.map((name) => [name, code])),
  ),
  names: Object.fromEntries(
    Object.entries(namesByCode).flatMap(([code, [name]]) => (name ? [[code, name]] : [])),
  ),
});
