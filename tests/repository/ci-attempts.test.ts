import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "parley-attempts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** One run of tests: how it ends, what it prints, and what it records of each file. */
interface Run {
  readonly code: number;
  readonly printed?: string;
  readonly recorded?: readonly (readonly [path: string, passed: number, failed: number, names?: string])[];
}

/** Runs a script that uses .ci/attempts, in which one run of tests after the other goes as given. */
const script = (lines: string, runs: readonly Run[]) => {
  for (const [index, { printed = "", recorded = [] }] of runs.entries()) {
    writeFileSync(join(folder, `printed-${index}`), printed);
    writeFileSync(
      join(folder, `recorded-${index}`),
      recorded
        .map(([path, passed, failed, names = ""]) => `${path}\t${passed}\t${failed}\t${names}\n`)
        .join(""),
    );
  }
  const stub = `#!/usr/bin/env bash
    cd ${folder}
    run=$(cat asked 2>/dev/null | wc -l)
    echo "$(basename "$0")\${*:+ $*}" >>asked
    cat "printed-$run"
    cat "recorded-$run" >"$PARLEY_TEST_RECORD"
    codes=(${runs.map(({ code }) => code).join(" ")})
    exit "\${codes[$run]}"`;
  for (const name of ["suite", "npx"]) {
    writeFileSync(join(folder, name), stub);
    chmodSync(join(folder, name), 0o755);
  }
  const { status, stdout } = spawnSync(
    "bash",
    ["-c", `set -euo pipefail; source ${resolve(".ci/attempts")}; ${lines}`],
    { encoding: "utf8", env: { ...process.env, PATH: `${folder}:${process.env.PATH}` } },
  );
  const asked = readFileSync(join(folder, "asked"), "utf8").trimEnd().split("\n");
  return { status, asked, printed: stdout.trimEnd().split("\n") };
};

const alone = "npx jest --maxWorkers=1 --forceExit";

test("a run that passes counts its tests", () => {
  const good: Run = { code: 0, recorded: [["a.test.ts", 2, 0]] };
  const { status, printed, asked } = script("tests suite one; tests suite two", [good, good]);
  expect([status, asked, printed.at(-1)]).toEqual([0, ["suite one", "suite two"], "4 passed, 0 failed"]);
});

test("a test that fails beside others may pass alone, and no line then begins with FAIL", () => {
  const { status, printed, asked } = script("tests suite", [
    {
      code: 1,
      printed: "FAIL http b.test.ts\nTests: 1 failed\n5 passed, 1 failed\n",
      recorded: [
        ["a.test.ts", 3, 0],
        ["b.test.ts", 2, 1, "is quick"],
      ],
    },
    { code: 0, printed: "3 passed, 0 failed\n", recorded: [["b.test.ts", 3, 0]] },
  ]);
  expect([status, asked, printed]).toEqual([
    0,
    ["suite", `${alone} b.test.ts`],
    [
      "First attempt: FAIL http b.test.ts",
      "First attempt: Tests: 1 failed",
      "First attempt: 5 passed, 1 failed",
      "Once more, one after the other: b.test.ts",
      "3 passed, 0 failed",
      "6 passed, 0 failed",
    ],
  ]);
});

test("tests that fail twice are named at the end, after the runs that follow them", () => {
  const { status, printed, asked } = script("tests suite one; tests suite two", [
    {
      code: 1,
      recorded: [
        ["a.test.ts", 3, 1, "is quick"],
        ["b.test.ts", 0, 1, "could not run"],
      ],
    },
    {
      code: 1,
      printed: "FAIL http b.test.ts\n",
      recorded: [
        ["a.test.ts", 4, 0],
        ["b.test.ts", 0, 1, "could not run"],
      ],
    },
    { code: 0, recorded: [["c.test.ts", 7, 0]] },
  ]);
  expect(asked).toEqual(["suite one", `${alone} a.test.ts b.test.ts`, "suite two"]);
  expect([status, printed]).toEqual([
    1,
    [
      "Once more, one after the other: a.test.ts b.test.ts",
      "FAIL http b.test.ts",
      "",
      "Failed twice:",
      "FAIL b.test.ts: could not run",
      "11 passed, 1 failed",
    ],
  ]);
});

test("a run that breaks though no test failed is tried once more as a whole, for a reason that is printed", () => {
  const recorded: Run["recorded"] = [["a.test.ts", 3, 0]];
  const { status, printed, asked } = script("tests suite", [{ code: 137 }, { code: 0, recorded }]);
  expect([status, asked, printed]).toEqual([
    0,
    ["suite", "suite"],
    ["This run ended with code 137 before its tests were counted: suite", "3 passed, 0 failed"],
  ]);
});

test("a run that breaks twice fails, and is named with its reason", () => {
  const broken: Run = { code: 1, recorded: [["a.test.ts", 3, 0]] };
  const { status, printed } = script("tests suite", [broken, broken]);
  expect([status, printed.slice(-3)]).toEqual([
    1,
    ["Failed twice:", "FAIL suite: ended with code 1 though no test failed, twice", "3 passed, 1 failed"],
  ]);
});

test("tests that fail in the second try of a broken run still run alone", () => {
  const { status, asked, printed } = script("tests suite", [
    { code: 137 },
    { code: 1, recorded: [["a.test.ts", 3, 1, "is quick"]] },
    { code: 0, recorded: [["a.test.ts", 4, 0]] },
  ]);
  expect([status, asked, printed.at(-1)]).toEqual([
    0,
    ["suite", "suite", `${alone} a.test.ts`],
    "4 passed, 0 failed",
  ]);
});

test("failures stay failures if the run that repeats them breaks", () => {
  const { status, printed } = script("tests suite", [
    { code: 1, recorded: [["a.test.ts", 3, 1, "is quick"]] },
    { code: 137 },
    { code: 137 },
  ]);
  expect([status, printed.at(-3), printed.at(-1)]).toEqual([
    1,
    "FAIL a.test.ts: is quick",
    "3 passed, 2 failed",
  ]);
});

test("another command that fails ends the script, and is named before the count", () => {
  const good: Run = { code: 0, recorded: [["a.test.ts", 2, 0]] };
  const { status, printed } = script("tests suite; expr 1 - 1 >&2; tests suite", [good, good]);
  expect([status, printed]).toEqual([1, ["", "Ended with code 1 by: expr 1 - 1 1>&2", "2 passed, 0 failed"]]);
});

test("a run of jest records each of its files, even one that can't be loaded", () => {
  writeFileSync(
    join(folder, "good.test.js"),
    'test("is good", () => {}); test("is bad", () => expect(1).toBe(2));',
  );
  writeFileSync(join(folder, "broken.test.js"), "require('./nowhere');");
  const record = join(folder, "record");
  const reporter = resolve("scripts/count-tests.cjs");
  expect(() =>
    execFileSync(
      process.execPath,
      [
        resolve("node_modules/jest/bin/jest.js"),
        "--rootDir",
        folder,
        "--config",
        "{}",
        `--reporters=${reporter}`,
      ],
      {
        cwd: folder,
        env: { ...process.env, PARLEY_TEST_RECORD: record },
        stdio: "pipe",
      },
    ),
  ).toThrow();
  expect(readFileSync(record, "utf8").trimEnd().split("\n").sort()).toEqual([
    "broken.test.js\t0\t1\tcould not run",
    "good.test.js\t1\t1\tis bad",
  ]);
});
