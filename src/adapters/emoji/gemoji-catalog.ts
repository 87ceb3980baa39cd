import type { EmojiCatalog } from "../../application/ports/emoji-catalog";

/** Code points in hexadecimal, without the selector that only asks for colour. */
const codeOf = (emoji: string): string =>
  [...emoji]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0"))
    .filter((code) => code !== "fe0f")
    .join("-");

export interface GemojiCatalog extends EmojiCatalog {
  /** Names by code, as clients fetch them once. */
  readonly namesByCode: Readonly<Record<string, readonly string[]>>;
}

/** The emoji names of GitHub's list. */
export const loadGemoji = async (): Promise<GemojiCatalog> => {
  const { gemoji } = await import("gemoji");
  const codes = new Map(gemoji.flatMap(({ emoji, names }) => names.map((name) => [name, codeOf(emoji)])));
  const namesByCode = Object.fromEntries(gemoji.map(({ emoji, names }) => [codeOf(emoji), names]));
  return {
    namesByCode,
    hasCode: (code) => Object.hasOwn(namesByCode, code),
    codeOf: (name) => codes.get(name),
  };
};
