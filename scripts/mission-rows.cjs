const { readdirSync } = require("node:fs");
const { join } = require("node:path");
require("../tests/support/jest/swc-register.cjs");

const folder = join(__dirname, "../tests/http/mission");

/** The rows that a test's name cites. */
const rowsOf = (title) => /^(§.*?) \| /s.exec(title)?.[1].split(" + ") ?? [];

/** Fails a run of all tests in tests/http/mission if a row has no passing test. */
module.exports = class MissionRows {
  onRunComplete(_contexts, { testResults }) {
    const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
    const results = testResults.filter(({ testFilePath }) => testFilePath.startsWith(`${folder}/`));
    const tests = results.flatMap(({ testResults }) => testResults);
    if (results.length < files.length || tests.some(({ status }) => status === "pending")) return;
    const { missionRows } = require("../tests/support/mission/rows.ts");
    const shown = new Set(tests.flatMap(({ title, status }) => (status === "passed" ? rowsOf(title) : [])));
    const open = missionRows.filter((row) => !shown.has(row));
    if (open.length === 0) return;
    const message = `Rows of docs/api without a passing test:\n${open.join("\n")}`;
    // Jest then exits with an error, but doesn't say why.
    process.stderr.write(`${message}\n`);
    this.error = new Error(message);
  }

  getLastError() {
    return this.error;
  }
};
