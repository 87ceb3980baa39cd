import type { EmojiCatalog } from "../../application/ports/emoji/emoji-catalog";
// The names of Zulip 12.0 (Apache-2.0), which derive from emoji-datasource (MIT) and CLDR (Unicode license).
import table from "./emoji-names.json";

/** Names that moved to another emoji in Zulip 12: clients with a built-in list still send them. */
const oldNames: ReadonlyMap<string, string> = new Map([["smile", "1f642"]]);

/** The Unicode emoji that every realm has. */
export interface UnicodeCatalog extends EmojiCatalog {
  /** Names by code, the canonical one first, in the form that clients download. */
  readonly namesByCode: Readonly<Record<string, readonly string[]>>;
}

/** The emoji by every name that Zulip's clients use. */
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
