// Runs a compiled program, and compiles first if its sources or those of the web client are newer.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { limitMemory } from "../bin/memory-settings.mjs";
import { alone } from "./alone.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [program, ...rest] = process.argv.slice(2);
if (program === "src/main.js") limitMemory();
const built = join(root, "dist", program);
const stamp = join(root, "dist", ".tsbuildinfo");

const newest = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (latest, entry) => Math.max(latest, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs),
      0,
    );

const isFresh = () =>
  existsSync(built) &&
  existsSync(stamp) &&
  statSync(stamp).mtimeMs >=
    Math.max(...["src", "migrations", "bench"].map((folder) => newest(join(root, folder))));

const webFolders = ["web", "src/domain"].map((folder) => join(root, folder));
const webPage = join(root, "dist", "web", "index.html");
const isWebFresh = () =>
  existsSync(webPage) && statSync(webPage).mtimeMs >= Math.max(...webFolders.map((folder) => newest(folder)));

const needsWeb = () => existsSync(join(root, "web")) && !isWebFresh();

const findCompiler = () => {
  try {
    return createRequire(join(root, "package.json")).resolve("typescript/package.json");
  } catch {
    return undefined;
  }
};

const compile = (compiler) => {
  console.error("parley: compiling, which takes up to a minute, and only after a change");
  const tsc = [join(dirname(compiler), "bin", "tsc"), "-p", join(root, "tsconfig.build.json")];
  // The compiler has already printed its errors.
  if (spawnSync(process.execPath, tsc, { stdio: "inherit" }).status !== 0) process.exit(1);
  // The compiler doesn't touch its record if nothing changed.
  utimesSync(stamp, new Date(), new Date());
};

const buildClient = async () => {
  let build;
  try {
    ({ buildWeb: build } = await import("./build-web.mjs"));
  } catch (error) {
    // An installation without compilers serves the client that was built with it.
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  }
  await build?.();
};

if (!isFresh() || needsWeb()) {
  const compiler = findCompiler();
  // Several programs that start at once compile once: later ones find it done.
  if (compiler)
    await alone(join(root, "dist", ".building"), async () => {
      if (!isFresh()) compile(compiler);
      if (needsWeb()) await buildClient();
    });
  else if (!existsSync(built)) {
    console.error(
      "parley: it isn't built and there is no compiler here: run npm ci && npm run build, then npm prune --omit=dev",
    );
    process.exit(1);
  }
}

process.argv = [process.argv[0], built, ...rest];
await import(pathToFileURL(built).href);
