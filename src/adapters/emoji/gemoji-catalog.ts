import type { EmojiCatalog } from "../../application/ports/emoji-catalog";
import { zulipNames } from "./zulip-names";

/** Code points in hexadecimal, without the selector that only asks for colour. */
const codeOf = (emoji: string): string =>
  [...emoji]
    .map((character) => (character.codePointAt(0) ?? 0).toString(16).padStart(4, "0"))
    .filter((code) => code !== "fe0f")
    .join("-");

/** The emoji that every realm has, of Unicode. */
export interface GemojiCatalog extends EmojiCatalog {
  /** Names by code, as clients fetch them once. */
  readonly namesByCode: Readonly<Record<string, readonly string[]>>;
}

/** What an emoji shows, as a name: `flag: Mauritius` is `flag_mauritius`. */
const nameOf = (description: string): string =>
  description
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[’'“”.!]/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .replace(/^_|_$/g, "");

/** The emoji of GitHub's list, by the names that Zulip's clients have for them, by GitHub's, and by what they show. */
export const loadGemoji = async (): Promise<GemojiCatalog> => {
  const { gemoji } = await import("gemoji");
  const namesByCode: Record<string, string[]> = {};
  const codes = new Map<string, string>();
  const add = (code: string, names: readonly string[]): void => {
    for (const name of names) {
      if (name === "" || codes.has(name)) continue;
      codes.set(name, code);
      namesByCode[code] = [...(namesByCode[code] ?? []), name];
    }
  };
  // Whoever comes first has the name.
  for (const [code, names] of Object.entries(zulipNames)) add(code, names);
  for (const { emoji, names } of gemoji) add(codeOf(emoji), names);
  for (const { emoji, description } of gemoji) add(codeOf(emoji), [nameOf(description)]);
  return {
    namesByCode,
    hasCode: (code) => Object.hasOwn(namesByCode, code),
    codeOf: (name) => codes.get(name),
  };
};
