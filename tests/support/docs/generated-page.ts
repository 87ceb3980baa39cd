import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const docs = join(__dirname, "../../../docs");

/** A row of a table, with characters that would end a cell escaped. */
const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), `|${"---|".repeat(head.length)}`, ...rows.map(row)].join("\n");

export const code = (text: string): string => `\`${text}\``;

/** Expects a page to end with the content, after its comment about that; UPDATE_DOCS=1 writes it. */
export const expectPageToEndWith = (name: string, content: string): void => {
  const page = join(docs, name);
  const [head, comment] = /^.*?(<!-- .* follow; `UPDATE_DOCS=1 npm test` writes them\. -->)\n/s.exec(
    readFileSync(page, "utf8"),
  ) ?? ["", undefined];
  expect(comment).toBeDefined();
  const wanted = `${head}\n${content}\n`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
};

/** Expects the content between a page's comment on a part and the next `<!-- end -->`; UPDATE_DOCS=1 writes it. */
export const expectPageToHold = (name: string, part: string, content: string): void => {
  const page = join(docs, name);
  const comment = `<!-- ${part}: \`UPDATE_DOCS=1 npm test\` writes this. -->\n`;
  const text = readFileSync(page, "utf8");
  const start = text.indexOf(comment) + comment.length;
  const end = text.indexOf("<!-- end -->", start);
  expect([text.includes(comment), end > start]).toEqual([true, true]);
  const wanted = `${text.slice(0, start)}\n${content}\n\n${text.slice(end)}`;
  if (process.env.UPDATE_DOCS === "1") writeFileSync(page, wanted);
  expect(readFileSync(page, "utf8")).toBe(wanted);
};
