// Lets Node run the TypeScript sources directly: for the tests, and in threads that tests start.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { transformSync } = require("@swc/core");

const compile = (filename, sourceMaps = false) =>
  transformSync(readFileSync(filename, "utf8"), {
    filename,
    sourceMaps,
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  });

Module._extensions[".ts"] = (module, filename) => {
  module._compile(compile(filename).code, filename);
};

/** The source map of a file. Made when it is asked for, since only failures ask. */
exports.sourceMapOf = (filename) => compile(filename, true).map;
