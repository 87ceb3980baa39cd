import { WordIndex } from "../../../src/domain/text/word-index";
import fc from "../../support/random/fast-check";

const letters = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "😀"), maxLength: 8 });

test("finds exactly the words that the text contains", () => {
  fc.assert(
    fc.property(fc.array(letters), fc.string({ unit: letters, maxLength: 20 }), (words, text) => {
      const contained = words.filter((word) => word !== "" && text.includes(word));
      expect(new WordIndex(words).wordsIn(text)).toEqual(new Set(contained));
    }),
  );
});

/** What is found, and how many parts of the text were looked up for it. */
const search = (index: WordIndex, text: string): { found: readonly string[]; lookups: number } => {
  const slices = jest.spyOn(String.prototype, "slice");
  const found = [...index.wordsIn(text)];
  const lookups = slices.mock.calls.length;
  slices.mockRestore();
  return { found, lookups };
};

test("compares few words with the text, however many there are", () => {
  const alike = (index: number) => `${"a".repeat(45)}${1000 + index}${"a".repeat(45)}`;
  const index = new WordIndex(Array.from({ length: 5000 }, (_, at) => alike(at)));
  const { found, lookups } = search(index, `${"a".repeat(5000)} ${alike(17)} ${"a".repeat(5000)}`);
  expect(found).toEqual([alike(17)]);
  expect(lookups).toBeGreaterThan(0);
  expect(lookups).toBeLessThan(50);
});

test("words with colliding hashes cost no more than others", () => {
  // The hashes of these two are equal, and so are those of what is made of them.
  const [zero, one] = ["ninhwzob", "rtjurjik"];
  const made = (number: number) =>
    [...number.toString(2).padStart(10, "0")].map((digit) => (digit === "0" ? zero : one)).join("");
  const index = new WordIndex(Array.from({ length: 1023 }, (_, number) => made(number)));
  const text = made(1023).repeat(20);
  const { found, lookups } = search(index, text);
  expect(found).toEqual([]);
  // The text begins such a word at every eighth letter.
  expect(lookups).toBeGreaterThan(100);
  expect(lookups).toBeLessThanOrEqual(text.length / 8);
});
