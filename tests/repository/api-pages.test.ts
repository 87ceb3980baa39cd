import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { allEndpoints } from "../../src/adapters/http/endpoints/all";
import { errorResponse } from "../../src/adapters/http/reply/error-response";
import { codes, limits } from "../support/docs/api-facts";
import { apiPages, apiRows, endpointsPart, headings, meaningsIn } from "../support/docs/api-pages";
import { code, expectPageToHold, table } from "../support/docs/generated-page";
import { missionRows } from "../support/mission/rows";

const root = join(__dirname, "../..");

/** The place of a section's generated text in a page. */
const comment = (part: string): string => `<!-- ${part}: `;
const blockOf = (page: string, part: string): string => {
  const start = page.indexOf(comment(part));
  return page.slice(start, page.indexOf("<!-- end -->", start));
};

const declared = allEndpoints(false).filter(({ section }) => section !== undefined);
const sections = [...new Set(declared.map(({ section = "" }) => section))];

test.each(sections)("the page of §%s has its endpoints as declared", (section) => {
  const part = `Endpoints of §${section}`;
  const [name, page] = [...apiPages].find(([, text]) => text.includes(comment(part))) ?? [];
  expect(name).toBeDefined();
  const endpoints = declared.filter((one) => one.section === section);
  expectPageToHold(name ?? "", part, endpointsPart(endpoints, meaningsIn(blockOf(page ?? "", part))));
});

test("the pages explain every parameter and every field", () => {
  const blocks = [...apiPages.values()].flatMap((page) => [
    ...page.matchAll(/<!-- Endpoints of .*?<!-- end -->/gs),
  ]);
  const wordless = blocks.flatMap(([block]) =>
    block.split("\n").filter((line) => /^\| .*\|\s*\|$/.test(line)),
  );
  expect(wordless).toEqual([]);
});

test("the page of errors has every code with its status and fields", () => {
  const byCode = new Map<string, { statuses: Set<number>; fields: Set<string> }>();
  for (const error of codes) {
    const { status, body } = errorResponse(error);
    const { result, msg, code: name, ...more } = body;
    const row = byCode.get(String(name)) ?? { statuses: new Set(), fields: new Set() };
    byCode.set(String(name), row);
    row.statuses.add(status);
    for (const field of Object.keys(more)) row.fields.add(field);
  }
  const rows = [...byCode].map(([name, { statuses, fields }]) => [
    code(name),
    [...statuses].sort().join(", "),
    [...fields].map(code).join(", "),
  ]);
  expectPageToHold("api/7-errors.md", "Codes", table(["Code", "HTTP status", "Further fields"], rows.sort()));
});

test("only one file writes envelopes of errors, so the page of errors has every code", () => {
  const writers = texts.flatMap(([name, text]) =>
    name.startsWith("src/") && /\bresult: "error"/.test(text) ? [name] : [],
  );
  expect(writers).toEqual([
    "src/adapters/http/reply/error-response.ts",
    // Adapters don't import each other: it quotes the domain's refusal.
    "src/adapters/web/web-client.ts",
  ]);
});

test("the page of limits has their values", () => {
  expectPageToHold("api/8-limits.md", "Limits", table(["Limit", "Where", "Value"], limits));
});

test("the pages have a place for every row of the mission", () => {
  expect(missionRows.filter((row) => !apiRows.has(row))).toEqual([]);
});

const sources = execFileSync(
  "git",
  ["ls-files", "src", "web", "tests", "bench", "docs", "migrations", "scripts"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\n")
  .filter((name) => /\.(ts|tsx|mjs|cjs|md)$/.test(name) && existsSync(join(root, name)));
const texts = sources.map((name) => [name, readFileSync(join(root, name), "utf8")] as const);

test("every cited section has a heading", () => {
  const cited = texts.flatMap(([name, text]) =>
    [...text.matchAll(/§(\d(?:\.\d+b?)?)(?![\d.]*\d)/g)].map(([, section = ""]) => ({ name, section })),
  );
  expect(cited.length).toBeGreaterThan(500);
  expect(cited.filter(({ section }) => !headings.has(section))).toEqual([]);
});

test("every cited decision has a page", () => {
  const pages = readdirSync(join(root, "docs/decisions")).map((name) => Number.parseInt(name, 10));
  const cited = texts.flatMap(([name, text]) =>
    [...text.matchAll(/\bdecision (\d+)/gi)].map(([, number]) => ({ name, decision: Number(number) })),
  );
  expect(cited.filter(({ decision }) => !pages.includes(decision))).toEqual([]);
});

test("nothing cites a document outside the repository", () => {
  const outside = /\bDESIGN(?:\.md)?\b|\bSTYLE\.md\b|\bWEB\.md\b|service-api/;
  const own = __filename.slice(root.length + 1);
  expect(texts.filter(([name, text]) => name !== own && outside.test(text)).map(([name]) => name)).toEqual(
    [],
  );
});

test("messages quoted in the pages are those of the source", () => {
  const source = texts.flatMap(([name, text]) => (name.startsWith("src/") ? [text] : [])).join("\n");
  const plain = source.replaceAll(/\$\{[^}]*\}/g, "{}");
  const quoted = [...apiPages].flatMap(([name, page]) => {
    const spans = [...page.replaceAll(/\s+/g, " ").matchAll(/`([A-Z][a-z'][^`]*|\{[a-z]+\} [^`]*)`/g)];
    return spans.map(([, text = ""]) => ({ name, text: text.replaceAll(/\{[a-z]+\}/g, "{}") }));
  });
  expect(quoted.length).toBeGreaterThan(40);
  expect(quoted.filter(({ text }) => !plain.includes(text))).toEqual([]);
});
