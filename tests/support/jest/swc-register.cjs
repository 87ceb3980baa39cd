// Lets Node run the TypeScript sources directly: for the tests, and in threads that tests start.
const { createHash } = require("node:crypto");
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require("node:fs");
const Module = require("node:module");
const { dirname, join, relative } = require("node:path");
const { threadId } = require("node:worker_threads");
const swc = require("@swc/core");

const options = { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };

const root = join(__dirname, "../../..");
/** One file for each source: compiling takes longer than reading, and several processes need the same files. */
const cache = join(root, "node_modules/.cache/parley-tests");
mkdirSync(cache, { recursive: true });

const compiled = (filename) => {
  const source = readFileSync(filename, "utf8");
  const hash = createHash("sha1")
    .update(JSON.stringify([swc.version, options, source]))
    .digest("hex");
  const begin = `// ${hash}\n`;
  const cached = join(cache, relative(root, filename).replaceAll(/[^\w.-]/g, "+"));
  try {
    const code = readFileSync(cached, "utf8");
    if (code.startsWith(begin)) return code.slice(begin.length);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const { code } = swc.transformSync(source, { ...options, filename });
  // Others may be reading it.
  const written = `${cached}.${process.pid}-${threadId}`;
  writeFileSync(written, begin + code);
  renameSync(written, cached);
  return code;
};

Module._extensions[".ts"] = (module, filename) => {
  module._compile(compiled(filename), filename);
};

const resolveFilename = Module._resolveFilename;

/** Sources name each other without an extension. Node would look for all others first. */
Module._resolveFilename = (request, parent, ...more) => {
  if (request.startsWith(".") && parent?.filename?.endsWith(".ts")) {
    const source = join(dirname(parent.filename), `${request}.ts`);
    if (existsSync(source)) return source;
  }
  return resolveFilename(request, parent, ...more);
};

/** The source map of a file. Made when it is asked for, since only failures ask. */
exports.sourceMapOf = (filename) =>
  swc.transformSync(readFileSync(filename, "utf8"), { ...options, filename, sourceMaps: true }).map;
