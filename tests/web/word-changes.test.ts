import { wordChanges, wordsOf } from "../../web/src/views/messages/word-changes";
import fc from "../support/random/fast-check";

const signs = { kept: "", inserted: "+", deleted: "-" };
const changes = (before: string, after: string): string =>
  wordChanges(wordsOf(before), wordsOf(after))
    .map(({ kind, text }) => `${signs[kind]}${text}`)
    .join("|");

test("a word that was replaced is gone, and its successor new", () => {
  expect(changes("We meet on Monday.", "We meet on Tuesday.")).toBe("We| |meet| |on| |-Monday|+Tuesday|.");
});

test("what was added or left out is marked alone", () => {
  expect(changes("Soup", "Soup and bread")).toBe("Soup|+ |+and|+ |+bread");
  expect(changes("Soup and bread", "bread")).toBe("-Soup|- |-and|- |bread");
});

test("letters with accents belong to their words", () => {
  expect(wordsOf("Olá, café!")).toEqual(["Olá", ",", " ", "café", "!"]);
});

test("what wasn't deleted is the new text, and what wasn't inserted the old one", () => {
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
