import { spawnSync } from "node:child_process";
import { join } from "node:path";

const configure = (...options: string[]) =>
  spawnSync(process.execPath, [join(__dirname, "../../jest.config.cjs"), ...options], { encoding: "utf8" });

test("a path after --selectProjects is refused, because jest would run the whole level", () => {
  const refused = configure("--selectProjects", "domain", "tests/domain/audit/audit.test.ts");
  expect(refused.stderr).toContain(
    "There is no project tests/domain/audit/audit.test.ts. To run some files: npx jest tests/domain/audit/audit.test.ts",
  );
  expect(refused.status).toBe(1);
});

test.each([
  ["levels", ["--selectProjects", "domain", "http"]],
  ["levels before other options", ["--selectProjects", "domain", "--testPathPatterns", "tests/domain/audit"]],
  ["a path alone", ["tests/domain/audit/audit.test.ts"]],
])("accepts %s", (_, options) => {
  const { status, stderr } = configure(...options);
  expect([status, stderr]).toEqual([0, ""]);
});
