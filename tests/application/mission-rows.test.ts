import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { missionDocument, rowsOf } from "../support/mission-document";

const file = join(__dirname, "../http/mission/rows.ts");

const source = (rows: readonly string[]): string =>
  [
    "/** Every row of the mission. `UPDATE_DOCS=1 npm test` writes them, where its document lies beside the project. */",
    "export const missionRows = [",
    ...rows.map((row) => `  ${JSON.stringify(row)},`),
    "] as const;",
    "",
    "export type Row = (typeof missionRows)[number];",
    "",
  ].join("\n");

const document = missionDocument();

(document === undefined ? test.skip : test)("the rows are those of the mission's document", () => {
  const wanted = source(rowsOf(document ?? ""));
  if (process.env.UPDATE_DOCS === "1") writeFileSync(file, wanted);
  expect(readFileSync(file, "utf8")).toBe(wanted);
});

test("a document's tables, lists and paragraphs are rows, and its openings of lists are none", () => {
  expect(
    rowsOf(
      [
        "# A chat",
        "Every answer is JSON.",
        "### 4.1 POST /typing",
        "| Parameter | Type |",
        "|---|---|",
        "| op | string |",
        "Response:",
        "- one",
        "## 7. Errors",
        "| code | Condition |",
        "|---|---|",
        "| BAD_REQUEST | no `op` |",
        "- Deprecated or replaced items: `uri` (use `url`); `subject`, level 2.",
      ].join("\n"),
    ),
  ).toEqual([
    "§0 note 1",
    "§4.1 parameter op",
    "§4.1 note 1",
    "§7 error BAD_REQUEST, no op",
    "§7 deprecated uri",
    "§7 deprecated subject",
  ]);
});
