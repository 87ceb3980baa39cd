import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const areas = ["domain", "application", "adapters", "composition", "config", "cli"];

const filesIn = (folder: string, ending: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

const nameOf = (file: string): string => file.slice(file.lastIndexOf("/") + 1);

/** A port has contracts instead, and a test may share its name by testing its use cases. */
const isPort = (file: string): boolean => file.startsWith("ports/");

test.each(areas)("a test in tests/%s that is named like a source file lies where that file does", (area) => {
  const sources = filesIn(join("src", area), ".ts").filter((file) => !isPort(file));
  const misplaced = filesIn(join("tests", area), ".test.ts").filter((test) => {
    const named = sources.filter((source) => nameOf(source) === nameOf(test));
    return named.length > 0 && !named.includes(test);
  });
  expect(sources.length).toBeGreaterThan(0);
  expect(misplaced).toEqual([]);
});

test("tests of use cases start no server", () => {
  const folder = join(__dirname, "..", "application");
  const files = filesIn(folder, ".test.ts");
  expect(files.length).toBeGreaterThan(100);
  const starting = files.filter((file) =>
    /adapters\/http\/(?:server|web-server)"/.test(readFileSync(join(folder, `${file}.test.ts`), "utf8")),
  );
  expect(starting).toEqual([]);
});
