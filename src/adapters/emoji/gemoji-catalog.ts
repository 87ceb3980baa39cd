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

const codesByName = (namesByCode: GemojiCatalog["namesByCode"]): ReadonlyMap<string, string> =>
  new Map(Object.entries(namesByCode).flatMap(([code, names]) => names.map((name) => [name, code])));

/** The emoji of GitHub's list, with the names that Zulip's clients have for them. */
export const loadGemoji = async (): Promise<GemojiCatalog> => {
  const { gemoji } = await import("gemoji");
  const claimed = codesByName(zulipNames);
  const namesByCode = Object.fromEntries(
    gemoji.map(({ emoji, names }) => {
      const code = codeOf(emoji);
      const free = names.filter((name) => (claimed.get(name) ?? code) === code);
      return [code, [...new Set([...(zulipNames[code] ?? []), ...free])]];
    }),
  );
  const codes = codesByName(namesByCode);
  return {
    namesByCode,
    hasCode: (code) => Object.hasOwn(namesByCode, code),
    codeOf: (name) => codes.get(name),
  };
};
