// The server for developers: compiles without checking types, watches, and restarts after each change. A new data
// folder gets the demo organization. Mail is at /development/mail.
import { spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/core";
import { buildWeb } from "./build-web.mjs";
import { watchFiles } from "./watch-files.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const target = join(root, "dist", "dev");
const compiled = ["src", "migrations"];
// The client includes some of the server's pure files.
const ofClient = ["web", "src/domain"];
/** Editors write a file in several steps. */
const settleMilliseconds = 40;

const environment = {
  PARLEY_DATA_DIR: join(root, "data", "development"),
  PARLEY_DRAIN_SECONDS: "1",
  PARLEY_REALM_NAME: "Demo",
  PARLEY_OWNER_EMAIL: "demo@example.com",
  PARLEY_OWNER_PASSWORD: "a demo on this machine",
};
const env = { ...environment, ...process.env, PARLEY_MODE: "development" };
const isNew = !existsSync(env.PARLEY_DATA_DIR);

const say = (line) => process.stdout.write(`dev: ${line}\n`);
const since = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Compiles or copies one file by its path from the root, or removes the output of a deleted file or folder. */
const compile = (path) => {
  const output = join(target, path.replace(/\.ts$/, ".js"));
  const source = join(root, path);
  const status = statSync(source, { throwIfNoEntry: false });
  if (status === undefined) return rmSync(output, { recursive: true, force: true });
  // Another folder has taken the name of a deleted one; its files are compiled one by one.
  if (status.isDirectory()) return;
  mkdirSync(dirname(output), { recursive: true });
  if (!path.endsWith(".ts")) return copyFileSync(source, output);
  const { code } = transformSync(readFileSync(source, "utf8"), {
    filename: source,
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
    module: { type: "commonjs", ignoreDynamic: true },
    sourceMaps: "inline",
  });
  writeFileSync(output, code);
};

const compileAll = () => {
  for (const folder of compiled) {
    rmSync(join(target, folder), { recursive: true, force: true });
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
      if (entry.isFile()) compile(relative(root, join(entry.parentPath ?? entry.path, entry.name)));
  }
};

const start = (program, ...args) =>
  spawn(process.execPath, ["--enable-source-maps", join(target, program), ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });

let server;
let isEnding = false;

/** Resolves when the server listens, or to false if it ended before that. */
const startServer = () =>
  new Promise((resolve) => {
    const own = start("src/main.js");
    server = own;
    own.stdout.on("data", (chunk) => {
      process.stdout.write(chunk);
      if (String(chunk).includes("Parley listens on")) resolve(true);
    });
    own.on("exit", (code) => {
      resolve(false);
      if (server !== own) return;
      server = undefined;
      if (!isEnding) say(`the server exited with ${code}: it restarts after the next change`);
    });
  });

/** Compression takes longer than everything else together, and nothing is far away here. */
const buildClient = () => buildWeb(join(target, "web"), { compress: false });

const stopServer = () =>
  new Promise((resolve) => {
    const own = server;
    if (own === undefined) return resolve();
    server = undefined;
    own.on("exit", resolve);
    own.kill("SIGTERM");
  });

const fillDemo = () =>
  new Promise((resolve) => {
    const demo = start("src/cli/parley.js", "demo");
    demo.stdout.pipe(process.stdout);
    demo.on("exit", resolve);
  });

const changed = new Set();
/** What the last attempt took, if one of its files didn't compile. */
let uncompiled = [];
let working = false;
let timer;

const isIn = (folders) => (path) => folders.some((folder) => path.startsWith(`${folder}/`));

const takeChanges = async () => {
  if (working || isEnding || changed.size === 0) return;
  working = true;
  const paths = [...new Set([...uncompiled, ...changed])];
  uncompiled = [];
  changed.clear();
  const began = performance.now();
  try {
    for (const path of paths.filter(isIn(compiled))) compile(path);
    // If the client doesn't compile, the previous build stays.
    const client = paths.some(isIn(ofClient))
      ? buildClient().catch((error) => say(error.message))
      : undefined;
    await Promise.all([client, stopServer()]);
    if (await startServer()) say(`${paths.join(", ")}: started again in ${since(began)}`);
  } catch (error) {
    // The server keeps running when one of its files doesn't compile.
    uncompiled = paths;
    say(error.message);
  }
  working = false;
  void takeChanges();
};

const end = async () => {
  if (isEnding) return;
  isEnding = true;
  await stopServer();
  process.exit(0);
};
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);

// From the beginning: what changes during the start is taken after it.
working = true;
for (const folder of [...compiled, "web"])
  watchFiles(join(root, folder), (path) => {
    changed.add(relative(root, path));
    clearTimeout(timer);
    timer = setTimeout(takeChanges, settleMilliseconds);
  });

const began = performance.now();
compileAll();
await buildClient();
say(`compiled in ${since(began)}`);
if ((await startServer()) && isNew) await fillDemo();
working = false;
void takeChanges();
const site = env.PARLEY_URL ?? `http://127.0.0.1:${env.PARLEY_PORT ?? 9991}`;
say(`${site}: log in as ${env.PARLEY_OWNER_EMAIL} with the password "${env.PARLEY_OWNER_PASSWORD}"`);
say(`mail is at ${site}/development/mail; watching ${[...compiled, "web"].join(", ")}`);
