const { readFileSync } = require("node:fs");
const { createRequire, wrap } = require("node:module");
const { dirname } = require("node:path");
const { Script } = require("node:vm");
const Runtime = require("jest-runtime").default;
const { sourceMapOf } = require("./swc-register.cjs");

/** Where stack traces look up source maps: file to URL of its map. */
const sourceMaps = new (class extends Map {
  get(file) {
    if (!file.endsWith(".ts")) return undefined;
    if (!this.has(file)) {
      const map = Buffer.from(sourceMapOf(file)).toString("base64");
      this.set(file, `data:application/json;base64,${map}`);
    }
    return super.get(file);
  }
})();

const requireAnew = (file) => {
  delete require.cache[file];
  try {
    return require(file);
  } finally {
    // Nobody else requires it, and what it holds may go.
    delete require.cache[file];
    module.children = [];
  }
};

/** Compiled once, run for each test file. */
const internals = new Map();

const internalOf = (file) => {
  if (!internals.has(file)) {
    const script = new Script(wrap(readFileSync(file, "utf8")), { filename: file });
    internals.set(file, { start: script.runInThisContext(), requireFrom: createRequire(file) });
  }
  return internals.get(file);
};

/**
 * Where jest looks up the test that is running. Node's AsyncLocalStorage slows down every promise. Since the tests of a
 * file run one after another, a variable does: an error in what a test left behind fails the test that runs then.
 */
class TestContext {
  run(context, work) {
    const before = this.context;
    const leave = () => {
      this.context = before;
    };
    this.context = context;
    const done = work();
    done.then(leave, leave);
    return done;
  }

  getStore() {
    return this.context;
  }
}

/**
 * Lets Node load the project and its libraries, once a worker. Jest's own runtime loads them anew for each test file,
 * which takes longer than most test files.
 */
module.exports = class extends Runtime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig) {
    super(config, environment, resolver, transformer, cacheFS, coverage, testPath, globalConfig);
    // Files change between the runs of one process then.
    if (globalConfig.watch || globalConfig.watchAll)
      for (const file of Object.keys(require.cache))
        if (file.startsWith(config.rootDir) && !file.includes("/node_modules/")) delete require.cache[file];
  }

  getSourceMaps() {
    return sourceMaps;
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  /** The part of jest that runs the tests of one file, and holds their state. */
  requireInternalModule(file) {
    const { start, requireFrom } = internalOf(file);
    const given = (name) =>
      name === "node:async_hooks" ? { AsyncLocalStorage: TestContext } : requireFrom(name);
    const module = { exports: {} };
    start(module.exports, Object.assign(given, requireFrom), module, file, dirname(file));
    return module.exports;
  }

  /** The test file; or a module of Node's that `process.getBuiltinModule` names. */
  requireModule(file, builtin) {
    if (builtin !== undefined) return require(builtin);
    globalThis.jest = this.requireModuleOrMock(file, "@jest/globals").jest;
    return requireAnew(file);
  }
};
