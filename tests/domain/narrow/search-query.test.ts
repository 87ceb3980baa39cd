import {
  hasAll,
  highlightIn,
  isEmptySearch,
  parseSearch,
  spaced,
} from "../../../src/domain/narrow/search-query";
import { processorSeconds } from "../../support/measures/processor";

test("a search has words, quoted phrases and runs of unspaced text", () => {
  expect(parseSearch('two "of them" 東京 words 회의실 "')).toEqual({
    words: ["two", "words"],
    phrases: ["of them"],
    runs: ["東京", "회의실"],
  });
  expect(isEmptySearch(parseSearch(' "" '))).toBe(true);
  expect(isEmptySearch(parseSearch("a"))).toBe(false);
});

test("each character of unspaced text becomes a word", () => {
  expect(spaced("in 東京 now").split(/\s+/)).toEqual(["in", "東", "京", "now"]);
});

test.each([
  ["tea time", "Time for TEA", true],
  ["tea", "teapot", false],
  ['"tea pot"', "a tea pot", true],
  ['"tea pot"', "pot of tea", false],
  ["京", "東京へ", true],
])("%s is in %s: %s", (search, text, expected) => {
  expect(hasAll(parseSearch(search), text)).toBe(expected);
});

test("matches are highlighted outside tags", () => {
  expect(highlightIn('<a href="tea">Tea (1)</a>', ["tea", "(1)"])).toBe(
    '<a href="tea"><span class="highlight">Tea</span> <span class="highlight">(1)</span></a>',
  );
  expect(highlightIn("<p>x</p>", [])).toBe("<p>x</p>");
});

test("matches that overlap are highlighted once, and letters whose case has another length stay in place", () => {
  expect(highlightIn("abcab", ["ab", "bc"])).toBe(
    '<span class="highlight">ab</span>c<span class="highlight">ab</span>',
  );
  expect(highlightIn("\u0130\u0130 Tea", ["tea"])).toBe('\u0130\u0130 <span class="highlight">Tea</span>');
});

test("long phrases that nearly match everywhere take no longer than others", () => {
  const phrases = Array.from({ length: 5 }, (_, index) => `${"a".repeat(1900)}${"b".repeat(index + 1)}`);
  const seconds = processorSeconds(() => {
    for (let message = 0; message < 500; message += 1) highlightIn("a".repeat(10_000), phrases);
  });
  expect(seconds).toBeLessThan(20);
});
