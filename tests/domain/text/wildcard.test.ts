import { matchesWildcard } from "../../../src/domain/text/wildcard";
import { processorSeconds } from "../../support/measures/processor";
import fc from "../../support/random/fast-check";

test.each<[string, string, boolean]>([
  ["push", "push", true],
  ["push", "pus", false],
  ["push_commits", "push*", true],
  ["push_commits", "*commits", true],
  ["push_commits", "*sh*mi*", true],
  ["push_commits", "*x*", false],
  ["push", "pus?", true],
  ["pus", "pus?", false],
  ["push", "[opq]ush", true],
  ["push", "[a-q]ush", true],
  ["push", "[!a-q]ush", false],
  ["rush", "[!a-q]ush", true],
  ["a]b", "a[]]b", true],
  ["a^b", "a[!]]b", true],
  ["a]b", "a[!]]b", false],
  ["[", "[", true],
  ["[a", "[a", true],
  ["x]", "[x]]", true],
  ["", "[]", false],
  ["", "*", true],
  ["", "", true],
  ["", "?", false],
  ["a.b", "a.b", true],
  ["axb", "a.b", false],
])("%s matches %s: %s", (text, pattern, expected) => {
  expect(matchesWildcard(text, pattern)).toBe(expected);
});

test("a text matches itself, a star, and itself with any part replaced by a star", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z_]*$/), fc.nat(20), fc.nat(20), (text, a, b) => {
      const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(matchesWildcard(text, text)).toBe(true);
      expect(matchesWildcard(text, `${text.slice(0, from)}*${text.slice(to)}`)).toBe(true);
      expect(matchesWildcard(`${text}!`, text)).toBe(false);
    }),
  );
});

test("a pattern of many stars is matched quickly", () => {
  const seconds = processorSeconds(() =>
    expect(matchesWildcard("a".repeat(2000), `${"*a".repeat(200)}b`)).toBe(false),
  );
  expect(seconds).toBeLessThan(20);
});

test("a pattern of many sets that aren't closed is matched quickly", () => {
  const seconds = processorSeconds(() => {
    expect(matchesWildcard("a", "[".repeat(200_000))).toBe(false);
    expect(matchesWildcard("a", "[!".repeat(200_000))).toBe(false);
  });
  expect(seconds).toBeLessThan(20);
});
