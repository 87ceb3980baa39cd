import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const mostLines = 250;
/** Catalogues of words grow with what they name. */
const isCatalogue = (file: string): boolean => file.startsWith("web/src/words/");

test(`a file of src or web has at most ${mostLines} lines, except catalogues of words`, () => {
  const long = ["src", "web/src", "web/worker"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((file) => join(folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !isCatalogue(file))
      .filter((file) => readFileSync(file, "utf8").split("\n").length - 1 > mostLines),
  );
  expect(long).toEqual([]);
});
