import { hasAll, highlightIn, isEmptySearch, parseSearch, spaced } from "../../src/domain/search-query";

test("a search has words, phrases in quotation marks, and runs of unspaced writing", () => {
  expect(parseSearch('two "of them" 東京 words 회의실 "')).toEqual({
    words: ["two", "words"],
    phrases: ["of them"],
    runs: ["東京", "회의실"],
  });
  expect(isEmptySearch(parseSearch(' "" '))).toBe(true);
  expect(isEmptySearch(parseSearch("a"))).toBe(false);
});

test("each sign of unspaced writing becomes a word", () => {
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

test("what was found is marked outside of tags", () => {
  expect(highlightIn('<a href="tea">Tea (1)</a>', ["tea", "(1)"])).toBe(
    '<a href="tea"><span class="highlight">Tea</span> <span class="highlight">(1)</span></a>',
  );
  expect(highlightIn("<p>x</p>", [])).toBe("<p>x</p>");
});
