/** Five levels, one command. `npm test -- --selectProjects domain application` is the fast loop: no I/O. */
const transform = {
  "^.+\\.[jt]s$": [
    "@swc/jest",
    {
      jsc: { target: "es2023", parser: { syntax: "typescript" } },
      module: { type: "commonjs" },
      sourceMaps: "inline",
    },
  ],
};

const level = (displayName, more = {}) => ({
  displayName,
  testMatch: [`<rootDir>/tests/${displayName}/**/*.test.ts`],
  transform,
  // Published as ECMAScript modules only.
  transformIgnorePatterns: ["/node_modules/(?!(?:gemoji|url-template)/)"],
  testEnvironment: "node",
  ...more,
});

/** Starts a PostgreSQL once for all levels that need one. */
const withDatabase = {
  globalSetup: "<rootDir>/tests/support/global-setup.ts",
  globalTeardown: "<rootDir>/tests/support/global-teardown.ts",
};

module.exports = {
  reporters: ["default", "<rootDir>/scripts/count-tests.cjs"],
  testTimeout: 30_000,
  projects: [
    level("domain"),
    level("application"),
    level("contract", withDatabase),
    level("http", withDatabase),
    level("acceptance"),
  ],
};
