import { wordChanges, wordsOf } from "../../web/src/views/messages/word-changes";
import fc from "../support/random/fast-check";

const signs = { kept: "", inserted: "+", deleted: "-" };
const changes = (before: string, after: string): string =>
  wordChanges(wordsOf(before), wordsOf(after))
    .map(({ kind, text }) => `${signs[kind]}${text}`)
    .join("|");

test("a replaced word is marked as deleted, and its replacement as inserted", () => {
  expect(changes("We meet on Monday.", "We meet on Tuesday.")).toBe("We| |meet| |on| |-Monday|+Tuesday|.");
});

test("only added or removed words are marked", () => {
  expect(changes("Soup", "Soup and bread")).toBe("Soup|+ |+and|+ |+bread");
  expect(changes("Soup and bread", "bread")).toBe("-Soup|- |-and|- |bread");
});

test("letters with accents belong to their words", () => {
  expect(wordsOf("Olá, café!")).toEqual(["Olá", ",", " ", "café", "!"]);
});

test("the parts not deleted make the new text, and the parts not inserted the old one", () => {
  const texts = fc.array(fc.constantFrom("a", "b", "c", " "), { maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const found = wordChanges(before, after);
      const without = (kind: string) => found.filter((one) => one.kind !== kind).map(({ text }) => text);
      expect(without("deleted")).toEqual(after);
      expect(without("inserted")).toEqual(before);
    }),
  );
});

test("two long texts with nothing in common are compared as a whole, in a moment", () => {
  const [before, after] = ["a", "b"].map((letter) => Array.from({ length: 20_000 }, () => letter)) as [
    string[],
    string[],
  ];
  expect(wordChanges(before, after)).toHaveLength(40_000);
});
