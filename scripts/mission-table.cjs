const { readdirSync, readFileSync, writeFileSync } = require("node:fs");
const { join } = require("node:path");
require("../tests/support/swc-register.cjs");

const folder = join(__dirname, "../tests/http/mission");
const page = join(__dirname, "../docs/mission.md");
const marker = "<!-- The rows follow; `UPDATE_DOCS=1 npm test` writes them. -->\n\n";

/** What the tests of the mission say that they show: row, sentence, file, state. */
const shownBy = (results) =>
  results.flatMap(({ testFilePath, testResults }) =>
    testResults.flatMap(({ title, status }) => {
      const [, rows, sentence] = /^(§.*?) \| (.*)$/s.exec(title) ?? [];
      return rows === undefined
        ? []
        : rows
            .split(" + ")
            .map((row) => ({ row, sentence, file: testFilePath.slice(folder.length + 1), status }));
    }),
  );

const cell = (text) => text.replaceAll("|", "\\|").replaceAll("\n", " ");
const state = (tests) =>
  tests.length === 0 ? "open" : tests.every(({ status }) => status === "passed") ? "holds" : "**broken**";

const tableOf = (rows, shown) =>
  [
    "| Row | Shown by | State |",
    "|---|---|---|",
    ...rows.map((row) => {
      const tests = shown.filter((one) => one.row === row);
      const files = [...new Set(tests.map(({ file }) => file))];
      const by = files.map((file) => {
        const sentences = tests.filter((one) => one.file === file).map(({ sentence }) => cell(sentence));
        return `[${file.replace(".test.ts", "")}](../tests/http/mission/${file}): ${sentences.join("; ")}`;
      });
      return `| ${cell(row)} | ${by.join("<br>")} | ${state(tests)} |`;
    }),
  ].join("\n");

/** Holds docs/mission.md to what the tests in tests/http/mission show, whenever all of them ran. */
module.exports = class MissionTable {
  onRunComplete(_contexts, { testResults }) {
    const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts"));
    const results = testResults
      .filter(({ testFilePath }) => testFilePath.startsWith(`${folder}/`))
      .sort((a, b) => a.testFilePath.localeCompare(b.testFilePath, "en", { numeric: true }));
    const isWhole = results.every(({ testResults: tests }) =>
      tests.every(({ status }) => status !== "pending"),
    );
    if (results.length < files.length || !isWhole) return;
    const { missionRows } = require("../tests/http/mission/rows.ts");
    const shown = shownBy(results);
    const [head] = readFileSync(page, "utf8").split(marker);
    const wanted = `${head}${marker}${tableOf(missionRows, shown)}\n`;
    if (process.env.UPDATE_DOCS === "1") writeFileSync(page, wanted);
    const open = missionRows.filter((row) => shown.every((one) => one.row !== row));
    if (open.length > 0) this.fail(`Rows of the mission that no test shows:\n${open.join("\n")}`);
    else if (readFileSync(page, "utf8") !== wanted)
      this.fail("docs/mission.md is not what the tests show: UPDATE_DOCS=1 npm test writes it");
  }

  /** Jest ends with an error then, and says nothing of it. */
  fail(message) {
    process.stderr.write(`${message}\n`);
    this.error = new Error(message);
  }

  getLastError() {
    return this.error;
  }
};
