import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { caseContext, markdownCases } from "../../support/markdown/markdown-cases";
import { htmlOf, openRender } from "../../support/markdown/renderer";

const chapters = Object.entries(markdownCases);

describe.each(chapters)("%s", (_chapter, cases) => {
  test.each(cases.map(({ what, source, html }) => [what, source, html] as const))(
    "%s",
    async (_what, source, html) => {
      expect(htmlOf(openRender(), source, caseContext)).toBe(html);
    },
  );
});

const page = join(__dirname, "../../../docs/markdown.md");

/** Code in a table cell, fenced by more backticks than any run inside. */
const codeLine = (line: string): string => {
  if (line === "") return "";
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const space = longest > 0 ? " " : "";
  return `${fence}${space}${line.replaceAll("|", "\\|")}${space}${fence}`;
};

const cell = (text: string): string => text.split("\n").map(codeLine).join("<br>");

/** KaTeX's HTML is long, so formulas are shortened. */
const shortened = (html: string): string =>
  html.replace(/<span class="katex(-display)?">.*<\/span>/s, '<span class="katex$1">…</span>');

const table = (): string =>
  chapters
    .map(([chapter, cases]) =>
      [
        `## ${chapter}\n`,
        "| | Source | HTML |",
        "|---|---|---|",
        ...cases.map(({ what, source, html }) => `| ${what} | ${cell(source)} | ${cell(shortened(html))} |`),
      ].join("\n"),
    )
    .join("\n\n");

test("the Markdown documentation contains exactly these cases", () => {
  const marker = "<!-- The cases follow; `UPDATE_DOCS=1 npm test` writes them. -->\n\n";
  const [head] = readFileSync(page, "utf8").split(marker);
  const wanted = `${head}${marker}${table()}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
});
