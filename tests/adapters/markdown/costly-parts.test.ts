import katex from "katex";
import { highlight } from "../../../src/adapters/markdown/code/highlight";
import { languageNamed } from "../../../src/adapters/markdown/code/languages";
import { mathBlock } from "../../../src/adapters/markdown/inline/math";

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
