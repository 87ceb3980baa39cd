import {
  messageLimits,
  normalizeContent,
  participantsKey,
  sortedUnique,
} from "../../../src/domain/messages/message";
import { anyCharacter } from "../../support/random/arbitraries/text";
import fc from "../../support/random/fast-check";

const text = fc.string({ unit: anyCharacter, maxLength: 200 });
const longText = fc.string({
  unit: fc.constantFrom("a", " ", "\n", "é", "🎉"),
  minLength: 9990,
  maxLength: 10_020,
});
const points = (some: string) => [...some].length;

test("content loses only trailing space and leading empty lines", () => {
  expect(normalizeContent("\n\n  code\n line \n\t ")).toBe("  code\n line");
  expect(normalizeContent(" \n ")).toBe("");
  expect(normalizeContent("plain")).toBe("plain");
});

test("content at the limit stays whole; one more character cuts it with a notice", () => {
  const { contentLength } = messageLimits;
  expect(normalizeContent("🎉".repeat(contentLength))).toBe("🎉".repeat(contentLength));
  const cut = normalizeContent("🎉".repeat(contentLength + 1));
  expect(cut).toMatch(/^🎉+\n\[message truncated\]$/u);
  expect(points(cut)).toBe(contentLength);
});

test("content is never longer than the limit, and normalizing it again changes nothing", () => {
  fc.assert(
    fc.property(fc.oneof(text, longText), (content) => {
      const normal = normalizeContent(content);
      expect(points(normal)).toBeLessThanOrEqual(messageLimits.contentLength);
      expect(normalizeContent(normal)).toBe(normal);
    }),
    { numRuns: 60 },
  );
});

test("a set of users has one key, in any order and with repetitions", () => {
  expect(participantsKey([10, 9, 2, 9])).toBe("2,9,10");
  expect(sortedUnique([10, 9, 2, 9])).toEqual([2, 9, 10]);
  expect(participantsKey([1, 23])).not.toBe(participantsKey([12, 3]));
});
