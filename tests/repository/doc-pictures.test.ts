import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const folder = join(root, "docs/pictures");
const mostBytes = 60 * 1024;

const shown = new Set(
  [
    join(root, "README.md"),
    ...readdirSync(join(root, "docs"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(root, "docs", name)),
  ].flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/pictures\/([\w-]+\.(?:png|svg))/g)].map(([, name = ""]) => name),
  ),
);

test("each picture of the documentation is shown on a page, and each page shows pictures that exist", () => {
  expect(readdirSync(folder).sort()).toEqual([...shown].sort());
});

test("pictures are small enough to be in the repository", () => {
  const large = readdirSync(folder).filter((name) => statSync(join(folder, name)).size > mostBytes);
  expect(large).toEqual([]);
});
