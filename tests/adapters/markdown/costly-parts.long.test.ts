import { StdUriTemplate } from "@std-uritemplate/std-uritemplate";
import katex from "katex";
import { highlight } from "../../../src/adapters/markdown/code/highlight";
import { languageNamed } from "../../../src/adapters/markdown/code/languages";
import { mathBlock } from "../../../src/adapters/markdown/inline/math";
import { htmlOf, openRender } from "../../support/markdown/renderer";
import { countingReads } from "../../support/measures/counting-reads";

test.each([
  [
    "a macro of a thousand letters, used a thousand times",
    `\\def\\a{${"x".repeat(1000)}}${"\\a".repeat(900)}`,
  ],
  [
    "macros of macros of macros",
    `\\def\\a{${"x".repeat(500)}}\\def\\b{${"\\a".repeat(20)}}${"\\b".repeat(400)}`,
  ],
  ["a formula of ten thousand signs", "x^2+".repeat(2500)],
])("%s is shown as plain text, at once", (_what, tex) => {
  const rendering = jest.spyOn(katex, "renderToString").mockClear();
  expect(mathBlock([tex])).toContain("tex-error");
  // Each use of a macro may cost as much as the whole formula.
  for (const [formula, { maxExpand = Infinity } = {}] of rendering.mock.calls)
    expect(maxExpand * formula.length).toBeLessThan(10_000);
});

test("formulas of ordinary length are rendered, including their macros", () => {
  expect(mathBlock(["\\frac{1}{2}"])).toContain("katex");
  expect(mathBlock(["\\newcommand{\\mine}{\\mathbb{R}} \\mine \\to \\mine"])).toContain("katex");
});

test("code of more than a few pages is not highlighted", () => {
  const code = "const a = 1;\n";
  expect(highlight(code, languageNamed("js"), true)).toContain("<span");
  expect(highlight(code.repeat(500), languageNamed("js"), true)).not.toContain("<span");
});

const linkifier = (pattern: string, urlTemplate = "https://e.com/{x}") => ({
  id: 1,
  pattern,
  urlTemplate,
});

test.each([
  ["looks for more until the end of the text", linkifier("(?P<x>a)(.*c)?")],
  ["has nested quantifiers", linkifier("(?P<x>([a ]{0,30}b?){0,30}c)|a")],
  [
    "has many alternatives",
    linkifier(`(?P<x>${Array.from({ length: 400 }, (_, place) => `[a ]*b${place}`).join("|")}|a)`),
  ],
])("a linkifier that %s stops after its work, and the text stays", async (_what, one) => {
  const render = openRender();
  const lines = Array.from({ length: 100 }, () => "a ".repeat(50).trim()).join("\n");
  const long = "a ".repeat(5000).trim();
  for (const source of [long, lines]) {
    let html = "";
    const reads = countingReads(() => {
      html = htmlOf(render, source, { linkifiers: [one] });
    });
    expect(reads).toBeLessThan(15_000_000);
    expect(html.replace(/<[^>]+>/g, "").split("a").length).toBe(source.split("a").length);
  }
});

test("a hundred hostile linkifiers do no more than one, and leave what others see as text", async () => {
  const render = openRender();
  const hostile = Array.from({ length: 100 }, (_, place) => linkifier(`(?P<x>b${place}|a)(.*c)?`));
  const reads = countingReads(() => {
    expect(htmlOf(render, "a ".repeat(5000), { linkifiers: hostile })).toContain("</a> a a a");
  });
  expect(reads).toBeLessThan(15_000_000);
});

test("templates that repeat a match stop as well", async () => {
  const render = openRender();
  const one = linkifier("(?P<x>a+)", `https://e.com/${"{x}".repeat(1000)}`);
  const expand = jest.spyOn(StdUriTemplate, "expand");
  expect(htmlOf(render, `${"a".repeat(200)} `.repeat(49), { linkifiers: [one] })).not.toContain("href");
  expect(expand.mock.calls.length).toBeLessThan(12);
});

test("thirty ordinary linkifiers link all of a long message", async () => {
  const render = openRender();
  const linkifiers = Array.from({ length: 30 }, (_, place) =>
    linkifier(`(?P<project>[A-Z]{2,10})${place}-(?P<id>[0-9]{1,8})`, "https://e.com/{project}/{id}"),
  );
  const source = "See AB29-123 and CD3-9. ".repeat(400);
  expect(htmlOf(render, source, { linkifiers }).split("<a ").length - 1).toBe(800);
});
