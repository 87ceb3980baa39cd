import type { EmojiCatalog } from "../../application/ports/emoji-catalog";
// As in Zulip 12.0 (Apache-2.0), which names them after emoji-datasource (MIT) and CLDR (Unicode licence).
import table from "./emoji-names.json";

/** Names that went to another emoji with Zulip 12: clients with a list of their own still send them. */
const oldNames: ReadonlyMap<string, string> = new Map([["smile", "1f642"]]);

/** The emoji that every realm has, of Unicode. */
export interface UnicodeCatalog extends EmojiCatalog {
  /** Names by code, the canonical one first, as clients fetch them once. */
  readonly namesByCode: Readonly<Record<string, readonly string[]>>;
}

/** The emoji by every name that Zulip's clients know. */
export const unicodeCatalog = (): UnicodeCatalog => {
  const namesByCode: Readonly<Record<string, readonly string[]>> = table;
  const codes = new Map(
    Object.entries(namesByCode).flatMap(([code, names]) => names.map((name) => [name, code] as const)),
  );
  return {
    namesByCode,
    wasCalled: (code, name) => oldNames.get(name) === code,
    hasCode: (code) => Object.hasOwn(namesByCode, code),
    codeOf: (name) => codes.get(name),
  };
};
