import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "..", "..", "..");
const programOf = (folder: string): string => join(folder, "dist", "src", "main.js");

/** The server that was built with this program. */
export const ownProgram = programOf(root);

/** Builds the server of a commit in a new folder. It needs a clone with history. Returns the program. */
export const buildVersion = (commit: string, folder: string): string => {
  mkdirSync(folder);
  const files = execFileSync("git", ["archive", commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync("tar", ["-x", "-C", folder], { input: files });
  const lockOf = (place: string) => readFileSync(join(place, "package-lock.json"), "utf8");
  const run = (program: string, ...args: readonly string[]) =>
    execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
  if (lockOf(folder) === lockOf(root)) symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  else run("npm", "ci");
  run(process.execPath, "node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
  if (!existsSync(programOf(folder))) throw new Error(`Commit ${commit} builds no server`);
  return programOf(folder);
};
