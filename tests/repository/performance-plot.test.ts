import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..", "..");

test("the plot of docs/performance.md shows the recorded figures; scripts/plot-performance.mjs draws it", () => {
  const draw = `import("./scripts/plot-performance.mjs").then(({ plotOf }) =>
    process.stdout.write(plotOf(JSON.parse(require("fs").readFileSync("docs/performance.json", "utf8")))))`;
  const drawn = execFileSync(process.execPath, ["-e", draw], { cwd: root, encoding: "utf8" });
  expect(readFileSync(join(root, "docs/pictures/performance.svg"), "utf8")).toBe(drawn);
});
