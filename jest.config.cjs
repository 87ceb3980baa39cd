const { availableParallelism } = require("node:os");

/** Finding the tests of changed files takes the sources too. */
const needsSources = process.argv.some((one) =>
  /^(-o$|--(watch|onlyChanged|changed|findRelated|last))/.test(one),
);
const sources = ["bench", "src", "tests", "web"];

/** One project for each level of CONTRIBUTING.md; package.json has a command for each group of them. */
const level = (displayName, { folders = [displayName], ...more } = {}) => ({
  displayName,
  // The only folders that jest scans, which takes most of its start.
  roots: (needsSources ? sources : folders.map((folder) => `tests/${folder}`)).map(
    (folder) => `<rootDir>/${folder}`,
  ),
  testMatch: folders.map((folder) => `<rootDir>/tests/${folder}/**/*.test.ts`),
  testPathIgnorePatterns: ["/node_modules/", "\\.long\\.test\\.ts$"],
  // Node itself loads the TypeScript sources.
  transform: {},
  runtime: require.resolve("./tests/support/jest/runtime.cjs"),
  testRunner: require.resolve("./tests/support/jest/runner.cjs"),
  testEnvironment: "<rootDir>/tests/support/jest/environment.cjs",
  ...more,
});

/** Starts a PostgreSQL once for all levels that need one. */
const withDatabase = {
  globalSetup: "<rootDir>/tests/support/jest/global-setup.cjs",
  globalTeardown: "<rootDir>/tests/support/jest/global-teardown.cjs",
};

// Workers start with the options of this process. Tests make much garbage that is soon useless: with room for more of it
// it is collected less often, in less time altogether.
process.execArgv.push("--max-semi-space-size=64");

const projects = [
  level("domain"),
  level("application", { folders: ["application", "composition", "config"] }),
  level("web"),
  level("adapters", { folders: ["adapters", "cli"] }),
  level("repository", { folders: ["repository", "bench"] }),
  // Tests of the levels above whose files take a second or more.
  level("long", {
    folders: [""],
    testMatch: ["<rootDir>/tests/**/*.long.test.ts"],
    testPathIgnorePatterns: ["/node_modules/"],
  }),
  level("contract", withDatabase),
  level("http", withDatabase),
  level("acceptance"),
  level("browser"),
];

// jest takes everything up to the next option for a project and ignores names that it doesn't know, so a path there would
// run the whole level.
const selected = process.argv.slice(process.argv.indexOf("--selectProjects") + 1 || process.argv.length);
const end = selected.findIndex((name) => name.startsWith("-"));
const unknown = selected
  .slice(0, end < 0 ? undefined : end)
  .filter((name) => !projects.some(({ displayName }) => displayName === name));
if (unknown.length > 0)
  throw new Error(
    `There is no project ${unknown.join(" ")}. To run some files: npx jest ${unknown.join(" ")}`,
  );

module.exports = {
  reporters: [
    "default",
    "<rootDir>/scripts/rerun-failed.cjs",
    "<rootDir>/scripts/count-tests.cjs",
    "<rootDir>/scripts/mission-rows.cjs",
  ],
  // Far above what any test takes, even beside others on a slow machine.
  testTimeout: 300_000,
  // Some files wait for time-outs and servers, so more workers than cores keep the cores busy.
  maxWorkers: Math.ceil(availableParallelism() * 1.5),
  testSequencer: "<rootDir>/tests/support/jest/sequencer.cjs",
  // What a file leaves behind adds up over hundreds of them: a worker that holds so much makes way for a new one.
  workerIdleMemoryLimit: "1500MB",
  projects,
};
