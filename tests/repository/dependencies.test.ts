import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const scripts = join(__dirname, "..", "..", "scripts");
const today = new Date().toISOString().slice(0, 10);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "parley-dependencies-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const write = (name: string, value: unknown) => {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), JSON.stringify(value));
};
const run = (script: string, ...args: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(scripts, script), ...args, root], {
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
};
const check = () => run("check-dependencies.mjs");

const advisory = {
  id: "GHSA-1",
  package: "leaky",
  vulnerable: ">=1.0.0 <1.2.0",
  severity: "high",
  title: "It leaks",
};

/** A project that passes, except for the given changes. */
const project = (more: { dependencies?: object; packages?: object; advisories?: object } = {}) => {
  write("package.json", {
    dependencies: { leaky: "1.1.0" },
    devDependencies: { sound: "2.0.0" },
    ...more.dependencies,
  });
  write("package-lock.json", {
    packages: {
      "": { name: "x" },
      "node_modules/leaky": { version: "1.2.0", integrity: "sha512-a" },
      "node_modules/sound/node_modules/leaky": { version: "1.2.1", integrity: "sha512-b" },
      "node_modules/sound": { version: "2.0.0", integrity: "sha512-c" },
      ...more.packages,
    },
  });
  write("scripts/advisories.json", {
    refreshedAt: today,
    accepted: [],
    advisories: [advisory],
    ...more.advisories,
  });
};

test("packages without advisories pass, with just their number", () => {
  project();
  expect(check()).toEqual({ status: 0, output: "3 packages checked against 1 advisories: 0 problems\n" });
});

test("a version with an advisory fails, wherever it is in the tree", () => {
  project({ packages: { "node_modules/sound/node_modules/leaky": { version: "1.1.9", integrity: "x" } } });
  const { status, output } = check();
  expect(status).toBe(1);
  expect(output).toContain("leaky 1.1.9 (node_modules/sound/node_modules/leaky): high, It leaks [GHSA-1]");
});

test("an accepted advisory passes until its date, and an unneeded acceptance must be removed", () => {
  const packages = { "node_modules/leaky": { version: "1.0.0", integrity: "x" } };
  const accepted = (until: string) => [{ id: "GHSA-1", reason: "we never call it", until }];
  project({ packages, advisories: { accepted: accepted(today) } });
  expect(check().status).toBe(0);
  project({ packages, advisories: { accepted: accepted(daysAgo(1)) } });
  expect(check()).toMatchObject({ status: 1, output: expect.stringContaining("high, It leaks") });
  project({ advisories: { accepted: accepted(today) } });
  expect(check()).toMatchObject({ status: 1, output: expect.stringContaining("which is over or needless") });
});

test("an override of a package's own dependency must be exact too", () => {
  project({ dependencies: { overrides: { sound: { leaky: "1.2.0" } } } });
  expect(check().status).toBe(0);
  project({ dependencies: { overrides: { sound: { leaky: "^1.2.0" } } } });
  expect(check().output).toContain('leaky must have one exact version; it has "^1.2.0"');
});

test.each(["^1.0.0", "~1.0.0", "*", "latest", ">=1", "1.x"])("the version %s isn't exact", (version) => {
  project({ dependencies: { devDependencies: { sound: version } } });
  expect(check()).toMatchObject({
    status: 1,
    output: expect.stringContaining(`sound must have one exact version; it has "${version}"`),
  });
});

test("a lock file that names a host, or lacks a hash, fails", () => {
  project({
    packages: {
      "node_modules/leaky": { version: "1.2.0", integrity: "x", resolved: "https://registry.example.com/l" },
      "node_modules/sound": { version: "2.0.0" },
    },
  });
  const { status, output } = check();
  expect(status).toBe(1);
  expect(output).toContain("node_modules/leaky names the host it came from");
  expect(output).toContain("node_modules/sound has no hash");
});

test.each([
  [null, "never refreshed"],
  [daysAgo(31), "31 days old"],
])("advisories refreshed %s fail as outdated, unless that is accepted for a while", (refreshedAt, words) => {
  project({ advisories: { refreshedAt } });
  expect(check()).toMatchObject({ status: 1, output: expect.stringContaining(words) });
  const accepted = (until: string) => [{ id: "not-refreshed", reason: "no registry answers", until }];
  project({ advisories: { refreshedAt, accepted: accepted(today) } });
  expect(check().status).toBe(0);
  project({ advisories: { refreshedAt, accepted: accepted(daysAgo(1)) } });
  expect(check()).toMatchObject({ status: 1, output: expect.stringContaining(words) });
});

test("advisories are refreshed from a folder in the OSV format, without those of other packages", () => {
  const accepted = [{ id: "not-refreshed", reason: "no registry answers", until: today }];
  project({ advisories: { refreshedAt: null, accepted } });
  const osv = (id: string, name: string, more: object = {}) =>
    write(`osv/${id}.json`, {
      id,
      summary: `About ${name}`,
      database_specific: { severity: "MODERATE" },
      affected: [
        {
          package: { ecosystem: "npm", name },
          ranges: [
            {
              type: "SEMVER",
              events: [
                { introduced: "0" },
                { fixed: "1.5.0" },
                { introduced: "2.0.0" },
                { last_affected: "2.0.0" },
              ],
            },
          ],
        },
      ],
      ...more,
    });
  osv("GHSA-2", "sound");
  osv("GHSA-3", "elsewhere");
  osv("GHSA-4", "sound", { withdrawn: "2026-01-01T00:00:00Z" });
  expect(run("refresh-advisories.mjs", "--from", join(root, "osv")).status).toBe(0);
  const written = JSON.parse(readFileSync(join(root, "scripts", "advisories.json"), "utf8"));
  expect(written).toEqual({
    refreshedAt: today,
    accepted: [],
    advisories: [
      advisory,
      {
        id: "GHSA-2",
        package: "sound",
        vulnerable: ">=0.0.0-0 <1.5.0 || >=2.0.0 <=2.0.0",
        severity: "moderate",
        title: "About sound",
      },
    ],
  });
  expect(check()).toMatchObject({ status: 1, output: expect.stringContaining("sound 2.0.0") });
});

test("a shrinkwrap is the lock without the hosts of packages, and is removed after packing", () => {
  project({
    packages: {
      "": { name: "x", dependencies: { leaky: "1.2.0" } },
      "node_modules/leaky": { version: "1.2.0", integrity: "a", resolved: "https://registry.example.com/l" },
      "node_modules/sound": { version: "2.0.0", integrity: "c", dev: true },
    },
  });
  const file = join(root, "npm-shrinkwrap.json");
  expect(run("shrinkwrap.mjs", "--write")).toEqual({ status: 0, output: "" });
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  expect(packages).toMatchObject({ "": { name: "x", dependencies: { leaky: "1.2.0" } } });
  expect(packages["node_modules/leaky"]).toEqual({ version: "1.2.0", integrity: "a" });
  expect(packages["node_modules/sound"]).toEqual({ version: "2.0.0", integrity: "c", dev: true });
  for (const _ of [1, 2]) expect(run("shrinkwrap.mjs", "--remove")).toEqual({ status: 0, output: "" });
  expect(existsSync(file)).toBe(false);
});

test("the package has a shrinkwrap with the locked versions, and git ignores it", () => {
  const repository = join(scripts, "..");
  const { scripts: steps, files } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  expect(files).toContain("npm-shrinkwrap.json");
  expect(steps.prepack).toMatch(/&& node scripts\/shrinkwrap\.mjs --write$/);
  expect(steps.postpack).toBe("node scripts/shrinkwrap.mjs --remove");
  expect(readFileSync(join(repository, ".gitignore"), "utf8").split("\n")).toContain("npm-shrinkwrap.json");
  for (const name of ["package.json", "package-lock.json"])
    copyFileSync(join(repository, name), join(root, name));
  run("shrinkwrap.mjs", "--write");
  // Npm alone says what it packs, here without the scripts, which would build everything.
  const packed = spawnSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  const [{ files: paths }] = JSON.parse(packed.stdout);
  expect(paths.map(({ path }: { path: string }) => path)).toContain("npm-shrinkwrap.json");
  const packagesIn = (name: string) => JSON.parse(readFileSync(join(root, name), "utf8")).packages;
  expect(packagesIn("npm-shrinkwrap.json")).toEqual(packagesIn("package-lock.json"));
});

test("the project's own dependencies pass", () => {
  const { status, stderr } = spawnSync(process.execPath, [join(scripts, "check-dependencies.mjs")], {
    encoding: "utf8",
  });
  expect([status, stderr.replace(/^Advisories .*\n/, "")]).toEqual([0, ""]);
});
