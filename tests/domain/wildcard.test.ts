import { matchesWildcard } from "../../src/domain/wildcard";
import fc from "../support/fast-check";

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
  ["", "*", true],
  ["", "", true],
  ["", "?", false],
  ["a.b", "a.b", true],
  ["axb", "a.b", false],
])("%s is of %s: %s", (text, pattern, expected) => {
  expect(matchesWildcard(text, pattern)).toBe(expected);
});

test("a text is of itself, of a star, and of itself with any part starred", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z_]*$/), fc.nat(20), fc.nat(20), (text, a, b) => {
      const [from, to] = [Math.min(a, b, text.length), Math.min(Math.max(a, b), text.length)];
      expect(matchesWildcard(text, text)).toBe(true);
      expect(matchesWildcard(text, `${text.slice(0, from)}*${text.slice(to)}`)).toBe(true);
      expect(matchesWildcard(`${text}!`, text)).toBe(false);
    }),
  );
});

test("many stars take no long time", () => {
  const began = Date.now();
  expect(matchesWildcard("a".repeat(2000), `${"*a".repeat(200)}b`)).toBe(false);
  expect(Date.now() - began).toBeLessThan(1000);
});
