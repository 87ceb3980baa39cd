// Lets Node run the TypeScript sources as they are, for threads that tests start.
const { readFileSync } = require("node:fs");
const Module = require("node:module");
const { transformSync } = require("@swc/core");

Module._extensions[".ts"] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, "utf8"), {
    filename,
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
    module: { type: "commonjs", ignoreDynamic: true },
  });
  module._compile(code, filename);
};
