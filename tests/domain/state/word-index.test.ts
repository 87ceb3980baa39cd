import { WordIndex } from "../../../src/domain/state/word-index";
import fc from "../../support/random/fast-check";

const added = (word: string) => [word, true] as const;
const removed = (word: string) => [word, false] as const;

const indexOf = (words: Iterable<string>) => WordIndex.empty.changed([...new Set(words)].map(added));

const letters = fc.string({ unit: fc.constantFrom("a", "b", " ", "é", "😀"), maxLength: 8 });

test("finds exactly the words that the text contains", () => {
  fc.assert(
    fc.property(fc.array(letters), fc.string({ unit: letters, maxLength: 20 }), (words, text) => {
      const contained = words.filter((word) => word !== "" && text.includes(word));
      expect(indexOf(words).wordsIn(text, (part) => words.includes(part))).toEqual(new Set(contained));
    }),
  );
});

test("finds the words that changes have left, and an older index those that it had", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(letters, { maxLength: 30 }),
      fc.uniqueArray(letters, { maxLength: 30 }),
      fc.string({ unit: letters, maxLength: 20 }),
      (before, after, text) => {
        const [old, now] = [new Set(before), new Set(after)];
        const first = indexOf(before);
        const second = first.changed([
          ...before.filter((word) => !now.has(word)).map(removed),
          ...after.filter((word) => !old.has(word)).map(added),
        ]);
        // Every part of the text counts as a word: what the index finds, it finds by itself.
        const foundIn = (index: WordIndex) => index.wordsIn(text, () => true);
        const containedOf = (words: ReadonlySet<string>) =>
          new Set([...words].filter((word) => word !== "" && text.includes(word)));
        expect(foundIn(second)).toEqual(containedOf(now));
        expect(foundIn(first)).toEqual(containedOf(old));
        const emptied = second.changed([...now].map(removed));
        expect(foundIn(emptied)).toEqual(new Set());
      },
    ),
  );
});

/** What is found, and how many parts of the text were looked up for it. */
const search = (words: readonly string[], text: string): { found: readonly string[]; lookups: number } => {
  const index = indexOf(words);
  const all = new Set(words);
  const slices = jest.spyOn(String.prototype, "slice");
  const found = [...index.wordsIn(text, (part) => all.has(part))];
  const lookups = slices.mock.calls.length;
  slices.mockRestore();
  return { found, lookups };
};

test("compares few words with the text, however many there are", () => {
  const alike = (index: number) => `${"a".repeat(45)}${1000 + index}${"a".repeat(45)}`;
  const words = Array.from({ length: 5000 }, (_, at) => alike(at));
  const { found, lookups } = search(words, `${"a".repeat(5000)} ${alike(17)} ${"a".repeat(5000)}`);
  expect(found).toEqual([alike(17)]);
  expect(lookups).toBeGreaterThan(0);
  expect(lookups).toBeLessThan(50);
});

test("words with colliding hashes cost no more than others", () => {
  // The hashes of these two are equal, and so are those of what is made of them.
  const [zero, one] = ["ninhwzob", "rtjurjik"];
  const made = (number: number) =>
    [...number.toString(2).padStart(10, "0")].map((digit) => (digit === "0" ? zero : one)).join("");
  const words = Array.from({ length: 1023 }, (_, number) => made(number));
  const text = made(1023).repeat(20);
  const { found, lookups } = search(words, text);
  expect(found).toEqual([]);
  // The text begins such a word at every eighth letter.
  expect(lookups).toBeGreaterThan(100);
  expect(lookups).toBeLessThanOrEqual(text.length / 8);
});
