import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { unicodeCatalog } from "../../../src/adapters/emoji/unicode-catalog";

/** The file lies beside the project, not in it. */
const referenceFile = join(__dirname, "../../../../shared/reference/emoji-names.json");

test("each name belongs to one emoji, and each emoji has a canonical name", () => {
  const { namesByCode, codeOf } = unicodeCatalog();
  const names = Object.values(namesByCode);
  expect([names.length, names.flat().length]).toEqual([1883, 3339]);
  expect(new Set(names.flat()).size).toBe(3339);
  const astray = Object.entries(namesByCode).flatMap(([code, own]) =>
    own.filter((name) => codeOf(name) !== code),
  );
  expect(astray).toEqual([]);
});

test("names and their order are Zulip's", () => {
  const { namesByCode, hasCode } = unicodeCatalog();
  const firstOf = (code: string) => namesByCode[code]?.[0];
  expect(["1f4a9", "1f1f2-1f1fa", "1f604", "1f642", "1f44d"].map(firstOf)).toEqual([
    "poop",
    "flag_mauritius",
    "smile",
    "slight_smile",
    "+1",
  ]);
  expect([hasCode("1f44d"), hasCode("1f44d-1f3fd"), hasCode("toString")]).toEqual([true, false, false]);
});

(existsSync(referenceFile) ? test : test.skip)("no name of the reference is missing", () => {
  expect(unicodeCatalog().namesByCode).toEqual(JSON.parse(readFileSync(referenceFile, "utf8")));
});
