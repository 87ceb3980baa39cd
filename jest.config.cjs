/** Five levels, one command. `npm test -- --selectProjects domain application` is the fast loop: no I/O. */
const transform = {
  "^.+\\.m?[jt]s$": [
    "@swc/jest",
    {
      jsc: { target: "es2023", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
      sourceMaps: "inline",
    },
  ],
};

/** Published as ECMAScript modules only. */
const modules = [
  "gemoji",
  "qr",
  "file-type",
  "jose",
  "strtok3",
  "token-types",
  "uint8array-extras",
  "@borewit/text-codec",
  "@tokenizer/inflate",
  "@tus/(?:server|utils)",
  "srvx",
];

const level = (displayName, more = {}) => ({
  displayName,
  testMatch: [`<rootDir>/tests/${displayName}/**/*.test.ts`],
  transform,
  transformIgnorePatterns: [`/node_modules/(?!(?:${modules.join("|")})/)`],
  testEnvironment: "node",
  moduleNameMapper: { "^file-type$": "<rootDir>/node_modules/file-type/index.js" },
  ...more,
});

/** Starts a PostgreSQL once for all levels that need one. */
const withDatabase = {
  globalSetup: "<rootDir>/tests/support/global-setup.ts",
  globalTeardown: "<rootDir>/tests/support/global-teardown.ts",
};

module.exports = {
  reporters: ["default", "<rootDir>/scripts/count-tests.cjs", "<rootDir>/scripts/mission-table.cjs"],
  testTimeout: 30_000,
  // One core less would be one worker of two.
  maxWorkers: "100%",
  // What a file leaves behind adds up over hundreds of them: a worker that holds so much makes way for a new one.
  workerIdleMemoryLimit: "1500MB",
  projects: [
    level("domain"),
    level("application"),
    level("web"),
    level("contract", withDatabase),
    level("http", withDatabase),
    level("acceptance"),
  ],
};
