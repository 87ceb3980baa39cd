import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { undoAtEnd } from "../program";

/** A test and whether it passed. */
interface Held {
  readonly title: string;
  readonly status: string;
}

const root = join(__dirname, "../../..");

/** Runs tests and reports on each: goals that are checked, not measured. */
export const runTests = async (
  paths: readonly string[],
  more: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<readonly Held[]> => {
  const folder = mkdtempSync(join(tmpdir(), "parley-held-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  const forget = undoAtEnd(remove);
  const file = join(folder, "results.json");
  const jest = join(dirname(require.resolve("jest/package.json", { paths: [root] })), "bin", "jest.js");
  const child = spawn(
    process.execPath,
    [jest, ...paths, ...more, "--json", "--outputFile", file, "--runInBand"],
    { cwd: root, stdio: "ignore", env: { ...process.env, ...environment } },
  );
  await new Promise((resolve) => child.once("close", resolve));
  try {
    const { testResults } = JSON.parse(readFileSync(file, "utf8")) as {
      readonly testResults: readonly { readonly assertionResults: readonly Held[] }[];
    };
    return testResults.flatMap(({ assertionResults }) => assertionResults);
  } finally {
    remove();
    forget();
  }
};

/** How many of the selected tests passed, of how many. */
export const heldOf = (tests: readonly Held[], isMeant: (title: string) => boolean): string => {
  const meant = tests.filter(({ title, status }) => isMeant(title) && status !== "pending");
  return `${meant.filter(({ status }) => status === "passed").length} of ${meant.length}`;
};
