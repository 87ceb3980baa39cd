import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const kib = 1024;
const root = join(__dirname, "../..");
let folder: string;

beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), "parley-web-")), "web");
  execFileSync(process.execPath, [join(root, "scripts/build-web.mjs"), folder]);
});
afterAll(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const built = () =>
  JSON.parse(readFileSync(join(folder, "build.json"), "utf8")) as {
    readonly first: readonly string[];
    readonly sources: readonly string[];
    readonly style: string;
    readonly gzip: Readonly<Record<string, number>>;
  };

/** Parts that are loaded only when somebody opens settings or administration. */
const settingsOnly =
  /^web\/src\/(views\/settings\/|api\/(administration|channel-administration|organization|account|settings)\.|words\/en-(administration|catalogue|channel-administration|organization|account|settings-screens|cards))/;

test("settings and administration add nothing to the browser's first load", () => {
  const { sources } = built();
  expect(sources).toContain("web/src/main.tsx");
  expect(sources.filter((path) => settingsOnly.test(path))).toEqual([]);
});

test("the page first runs one small script, which starts the requests while the other files load", () => {
  const { first, gzip } = built();
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const [early = "", ...others] = first;
  expect(page.match(/<script[^>]*>/g)).toEqual([`<script type="module" src="/web/${early}">`]);
  expect(gzip[early]).toBeLessThanOrEqual(kib);
  const text = readFileSync(join(folder, early), "utf8");
  expect(text).toContain('fetch("/json/session")');
  expect(text).toContain("indexedDB.open(");
  // It imports the one that starts the client; the page preloads it with all that it imports.
  expect(others.filter((name) => text.includes(`import("/web/${name}")`))).toHaveLength(1);
  for (const name of others) expect(page).toContain(`<link rel="modulepreload" href="/web/${name}">`);
});

test("the first load is small, and so is the whole client", () => {
  const { first, style, gzip } = built();
  const script = first.reduce((sum, name) => sum + (gzip[name] ?? Number.NaN), 0);
  const all = Object.values(gzip).reduce((sum, bytes) => sum + bytes, 0);
  // As measured, with room for differences between compilers. If you need more, raise it here or load it later.
  expect(script).toBeLessThanOrEqual(57_500);
  expect(gzip[style]).toBeLessThanOrEqual(6_700);
  expect(all).toBeLessThanOrEqual(200 * kib);
  // The page requests nothing else and runs nothing inline, because its policy forbids both.
  const page = readFileSync(join(folder, "index.html"), "utf8");
  expect(page).not.toMatch(/<script(?![^>]* src="\/web\/)|<style| style=| on\w+=|https?:/);
});

test("building ends the compiler's process, which would otherwise stay beside a server that built its client", () => {
  const program = `
    import { execFileSync } from "node:child_process";
    import { setTimeout as sleep } from "node:timers/promises";
    import { buildWeb } from ${JSON.stringify(join(root, "scripts/build-web.mjs"))};
    const children = () => execFileSync("ps", ["-A", "-o", "ppid=,args="], { encoding: "utf8" })
      .split("\\n").filter((line) => line.trim().startsWith(process.pid + " ") && line.includes("esbuild"));
    await buildWeb(${JSON.stringify(join(folder, "../again"))}, { compress: false });
    for (let tries = 0; tries < 20 && children().length > 0; tries += 1) await sleep(100);
    process.stdout.write(children().join());
  `;
  const left = execFileSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  expect(left).toBe("");
});
