const { ModernFakeTimers } = require("@jest/fake-timers");
const { ModuleMocker } = require("jest-mock");

/** What jest leaves on the global object: each is of one test file. The last holds its tests, and what they hold. */
const left = [
  "EVENT_HANDLERS",
  "TEST_TIMEOUT_SYMBOL",
  "RETRY_TIMES",
  "RETRY_TIMES_SETTER",
  "JEST_STATE_SYMBOL",
];

/** Tests run in the worker's own realm, which is where `runtime.cjs` loads the project. */
module.exports = class {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  before = {
    globals: Object.getOwnPropertyDescriptors(globalThis),
    process: { exit: process.exit, getBuiltinModule: process.getBuiltinModule },
    env: { ...process.env },
  };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {}

  /** The next file finds the world as this one found it. */
  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (left.includes(symbol.description)) delete globalThis[symbol];
    // A package that is loaded once may replace a global for good: zulip-js does so with FormData.
    for (const name of Reflect.ownKeys(this.before.globals)) {
      const was = this.before.globals[name];
      const is = Object.getOwnPropertyDescriptor(globalThis, name);
      if (is?.value !== was.value || is?.get !== was.get) Object.defineProperty(globalThis, name, was);
    }
    Object.assign(process, this.before.process);
    for (const name of Object.keys(process.env)) if (!(name in this.before.env)) delete process.env[name];
    for (const [name, value] of Object.entries(this.before.env))
      if (process.env[name] !== value) process.env[name] = value;
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  getVmContext() {
    return null;
  }
};
