import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, environment, newDataDir } from "../support/program/child-server";

beforeAll(build);

const root = join(__dirname, "..", "..");
const pack = (...args: readonly string[]): string =>
  execFileSync("npm", ["pack", "--ignore-scripts", "--json", ...args], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });

test("the package has the built server and what it needs to run, without sources, tests or data", () => {
  const [{ files }] = JSON.parse(pack("--dry-run"));
  const paths: readonly string[] = files.map(({ path }: { path: string }) => path);
  for (const needed of [
    "bin/parley.mjs",
    "package.json",
    "LICENSE",
    "README.md",
    "dist/src/main.js",
    "dist/src/cli/parley.js",
    "dist/src/adapters/markdown/render-worker.js",
    "dist/migrations/0001-create-realm-tables.js",
    "dist/web/index.html",
    "deploy/parley.service",
    "deploy/chart/Chart.yaml",
    "docs/operating.md",
  ])
    expect(paths).toContain(needed);
  expect(paths.filter((path) => /^(src|web|tests|bench|data|scripts|dist\/bench)\//.test(path))).toEqual([]);
});

test("the package starts the server by its name, and runs commands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "parley-package-"));
  const data = newDataDir();
  const [{ filename }] = JSON.parse(pack("--pack-destination", folder));
  execFileSync("tar", ["xzf", join(folder, filename), "-C", folder]);
  const installed = join(folder, "package");
  symlinkSync(join(root, "node_modules"), join(installed, "node_modules"));
  const parley = join(installed, "bin", "parley.mjs");
  const help = execFileSync(process.execPath, [parley, "--help"], { encoding: "utf8" });
  expect(help).toMatch(/^Usage: parley/);

  const child = spawn(process.execPath, [parley], { cwd: folder, env: environment(data.path) });
  try {
    const url = await new Promise<string>((resolve, reject) => {
      let output = "";
      const take = (chunk: Buffer) => {
        output += chunk;
        const found = /listens on (\S+)/.exec(output)?.[1];
        if (found) resolve(found);
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("exit", () => reject(new Error(output)));
    });
    expect((await fetch(`${url}/ready`)).status).toBe(200);
  } finally {
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
    data.remove();
  }
});
