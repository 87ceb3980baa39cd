import { WordIndex } from "../../../src/domain/text/word-index";
import fc from "../../support/fast-check";

const letters = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "😀"), maxLength: 8 });

test("finds exactly the words that the text contains", () => {
  fc.assert(
    fc.property(fc.array(letters), fc.string({ unit: letters, maxLength: 20 }), (words, text) => {
      const contained = words.filter((word) => word !== "" && text.includes(word));
      expect(new WordIndex(words).wordsIn(text)).toEqual(new Set(contained));
    }),
  );
});

test("compares few words with the text, however many there are", () => {
  const alike = (index: number) => `${"a".repeat(45)}${1000 + index}${"a".repeat(45)}`;
  const index = new WordIndex(Array.from({ length: 5000 }, (_, at) => alike(at)));
  const compared = jest.spyOn(String.prototype, "startsWith");
  expect([...index.wordsIn(`${"a".repeat(5000)} ${alike(17)} ${"a".repeat(5000)}`)]).toEqual([alike(17)]);
  expect(compared.mock.calls.length).toBeLessThan(50);
});
