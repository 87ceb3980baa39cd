import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import languages from "../../src/adapters/markdown/code/language-names.json";

const file = join(__dirname, "../../web/src/views/compose/language-names.json");

test("the client suggests each name of the languages that the server knows", () => {
  // Empty names are the language's in lower case, and so is one that isn't there: the file is a quarter smaller.
  const named = Object.entries<string[]>(languages).map(([language, [, ...names]]) =>
    [language, ...names.map((name) => (name === language.toLowerCase() ? "" : name))]
      .join("|")
      .replace(/^([^|]*)\|$/, "$1"),
  );
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, `${JSON.stringify(named, undefined, 2)}\n`);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(named);
});
