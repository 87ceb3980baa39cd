const { writeFileSync } = require("node:fs");
const { relative } = require("node:path");

/** A file of tests on one line: its path, how many passed and failed, and the names of those that failed. */
const lineOf = ({ testFilePath, testResults, testExecError, numPassingTests, numFailingTests }) => {
  const failed = testResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName);
  // A file that can't be loaded has no tests.
  const isBroken = testExecError && numFailingTests === 0;
  const names = isBroken ? ["could not run"] : failed;
  return [
    relative(process.cwd(), testFilePath),
    numPassingTests,
    numFailingTests + (isBroken ? 1 : 0),
    names.map((name) => name.replaceAll(/\s+/g, " ")).join("; "),
  ].join("\t");
};

/** Ends a jest run with its count on one line, and writes a line per file to PARLEY_TEST_RECORD for .ci/run. */
module.exports = class CountTests {
  onRunComplete(_contexts, results) {
    const broken = results.numRuntimeErrorTestSuites;
    const record = process.env.PARLEY_TEST_RECORD;
    if (record) writeFileSync(record, results.testResults.map((file) => `${lineOf(file)}\n`).join(""));
    process.stderr.write("", () => {
      process.stdout.write(`${results.numPassedTests} passed, ${results.numFailedTests + broken} failed\n`);
    });
  }
};
