import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
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

/** The unpacked package, without the network: the tests' packages stand in for what `npm ci` installs. */
const install = (folder: string): void => {
  const [{ filename }] = JSON.parse(pack("--pack-destination", folder));
  execFileSync("tar", ["xzf", join(folder, filename), "--strip-components=1"], { cwd: folder });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
};

/** A registry that nobody reaches: npm asks it for what isn't installed. */
const noRegistry = { npm_config_registry: "http://127.0.0.1:9/", npm_config_fetch_retries: "0" };

test("installed, the package starts the server and runs commands as the page on operating says", async () => {
  const page = readFileSync(join(root, "docs", "operating.md"), "utf8");
  const [command = "", ...args] = /^ *(npx .*parley)$/m.exec(page)?.[1]?.split(" ") ?? [];
  const folder = mkdtempSync(join(tmpdir(), "parley-package-"));
  const data = newDataDir();
  install(folder);
  const env = environment(data.path, noRegistry);
  const help = execFileSync(command, [...args, "--help"], { cwd: folder, env, encoding: "utf8" });
  expect(help).toMatch(/^Usage: parley/);

  const child = spawn(command, args, { cwd: folder, env });
  try {
    const { url, output } = await new Promise<{ url: string; output: string }>((resolve, reject) => {
      let output = "";
      const take = (chunk: Buffer) => {
        output += chunk;
        const url = /listens on (\S+)/.exec(output)?.[1];
        if (url) resolve({ url, output });
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("exit", () => reject(new Error(output)));
    });
    expect(output).toContain(`${[command, ...args].join(" ")} realm create`);
    expect((await fetch(`${url}/ready`)).status).toBe(200);
  } finally {
    const ended = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
    data.remove();
  }
});

test("the page on operating never lets npx fetch a package: somebody else's is named parley", () => {
  expect(readFileSync(join(root, "docs", "operating.md"), "utf8")).not.toContain("npx parley");
});
