import type { FencedPart, Rendering } from "../../src/adapters/markdown/rendering/rendering";
import { liftFences } from "../../src/adapters/markdown/source/fences";
import { normalize } from "../../src/adapters/markdown/source/normalize";
import { endsInCode, fencedParts } from "../../web/src/views/format/fences";
import fc from "../support/random/fast-check";

/** The code and the formulas that the server finds in a text. */
const foundByServer = (text: string): readonly string[] => {
  const fences: FencedPart[] = [];
  liftFences(normalize(text), { fences, context: { defaultCodeLanguage: "" } } as unknown as Rendering);
  return fences.flatMap((part) => {
    if (part.kind === "html") return [];
    return part.kind === "math"
      ? [`math: ${part.paragraphs.join("\n\n")}`]
      : [`${part.language.toLowerCase()}: ${part.text.trimEnd()}`];
  });
};

/** What the compose box takes for code and formulas. */
const foundByClient = (text: string): readonly string[] =>
  fencedParts(text)
    .filter(({ language }) => !["quote", "quoted", "spoiler"].includes(language))
    .map(({ language, contentFrom, contentTo }) => {
      const lines = text.slice(contentFrom, contentTo).split("\n");
      return `${language}: ${lines
        .map((line) => line.trimEnd())
        .join("\n")
        .trimEnd()}`;
    });

/** Without empty parts, which the server leaves out, and with one space for tabs and spaces. */
const tidied = (parts: readonly string[]): readonly string[] =>
  parts.filter((part) => !/: $/.test(part)).map((part) => part.replace(/[\t ]+/g, " "));

const fence = fc.constantFrom("```", "````", "~~~", "~~~~", "``", " ```");
const languages =
  "|python|Quote|quoted|spoiler|math|c++|{.python}|.quote|{quote}|quote!|ünï|c#|a`b|spoiler ~ x|spoiler a header|quote a header|'x'|{ quote }|quote}|#";
const language = fc.constantFrom(...languages.split("|"));
const space = fc.constantFrom("", " ", "  ", "\t");
const line = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(fence, space, language, space).map((parts) => parts.join("")) },
  { weight: 2, arbitrary: fc.tuple(fence, space).map((parts) => parts.join("")) },
  { weight: 2, arbitrary: fc.constantFrom("word", "", "  ", "> quoted", "1. list", "a ``` b") },
);
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));

test("the compose box finds code and formulas where the server does", () => {
  fc.assert(
    fc.property(text, (source) => {
      expect(tidied(foundByClient(source))).toEqual(tidied(foundByServer(source)));
    }),
    { numRuns: 3000 },
  );
});

test("the compose box knows when what is written next would be code", () => {
  fc.assert(
    fc.property(text, (source) => {
      const next = `${source}\nnext`;
      expect(endsInCode(next)).toBe(foundByServer(next).some((part) => part.endsWith("next")));
    }),
    { numRuns: 3000 },
  );
});
