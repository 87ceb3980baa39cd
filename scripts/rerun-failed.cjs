const { relative } = require("node:path");

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** Matches the whole name. Line breaks and the like would be awkward in a shell. */
const patternOf = (name) =>
  `^${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/[^\x20-\x7e]+/g, ".+")}$`;

const commandFor = ({ testFilePath, testResults }) => {
  const file = relative(process.cwd(), testFilePath);
  const failed = testResults.filter(({ status }) => status === "failed");
  if (failed.length === 0) return `npx jest ${file}`;
  return `npx jest ${file} -t ${quoted(failed.map(({ fullName }) => patternOf(fullName)).join("|"))}`;
};

/** Ends a run that failed with the commands that run just the failed tests again. */
module.exports = class RerunFailed {
  onRunComplete(_contexts, { testResults }) {
    const failed = testResults.filter(
      ({ numFailingTests, testExecError }) => numFailingTests > 0 || testExecError,
    );
    if (failed.length === 0) return;
    process.stderr.write(
      `\nTo run just these again:\n${failed.map((file) => `  ${commandFor(file)}\n`).join("")}`,
    );
  }
};
