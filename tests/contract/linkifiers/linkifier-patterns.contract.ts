import * as E from "fp-ts/Either";
import type {
  LinkifierPattern,
  LinkifierPatterns,
} from "../../../src/application/ports/linkifiers/linkifier-patterns";
import { MatchingWork } from "../../../src/domain/text/matching-work";
import { countingReads } from "../../support/measures/counting-reads";
import { processorSeconds } from "../../support/measures/processor";

const enough = (): MatchingWork => new MatchingWork(100_000_000);

export const linkifierPatternsContract = (patterns: LinkifierPatterns): void => {
  const compiled = (source: string): LinkifierPattern => {
    const outcome = patterns.compile(source);
    if (E.isLeft(outcome)) throw new Error(outcome.left);
    return outcome.right;
  };

  test.each<[string, string]>([
    ["(foo", "missing ): (foo"],
    ["foo)", "unexpected ): foo)"],
    ["[a", "missing ]: [a"],
    ["ZUL-(?P<id>\\d????)", "bad repetition operator: ????"],
    ["*a", "no argument for repetition operator: *"],
    ["a{1001}", "invalid repetition size: {1001}"],
    ["\\8", "invalid escape sequence: \\8"],
    ["[z-a]", "invalid character class range: z-a"],
    ["(?P<id>a)(?P<id>b)", "invalid named capture group: id"],
    ["(?P<id", "invalid named capture group: (?P<id"],
    ["a\\", "trailing \\"],
    ["(?=a)", "invalid perl operator: (?="],
    ["(a)\\1", "invalid escape sequence: \\1"],
    ["\\Qa", "missing \\E: \\Qa"],
    ["(a{100}){100}", "invalid repetition size: {100}"],
    ["a{1000}".repeat(6), "pattern too large - compile failed"],
    ["[\\pL\\pN]".repeat(1200), "pattern too large - compile failed"],
    ["a".repeat(20_000), "pattern too large - compile failed"],
    ["(".repeat(4000) + ")".repeat(4000), "pattern too large - compile failed"],
  ])("refuses %.20s: %s", (source, problem) => {
    expect(patterns.compile(source)).toEqual(E.left(problem));
  });

  test("a pattern lists the names of its groups", () => {
    expect(compiled("(?P<org>a)(b)(?<id>c)").groupNames).toEqual(["org", "id"]);
    expect(compiled("abc").groupNames).toEqual([]);
  });

  test("a search returns the groups of the first match, wherever it is", () => {
    const pattern = compiled("#(?P<id>[0-9]+)(?P<more>x)?");
    expect(pattern.search("a#12 #34x")).toEqual({ id: "12", more: undefined });
    expect(pattern.search("none")).toBeUndefined();
  });

  test.each<[string, readonly (readonly [number, string])[]]>([
    ["#12 #34, #56", [[0, "#12"], [4, "#34"], [9, "#56"]]], // biome-ignore format: a table
    ["(#12)", [[1, "#12"]]],
    ['"#12"', [[1, "#12"]]],
    ["<#12>", [[1, "#12"]]],
    ["see:#12.", [[4, "#12"]]],
    ["a\u00a0#12\u2003b", [[2, "#12"]]],
    ["🦜 #12", [[3, "#12"]]],
    ["#12@", [[0, "#12"]]],
    ["a#12", []],
    ["##12", []],
    [")#12", []],
    ["#12a", []],
    ["#12é", []],
    ["は #12 です", [[2, "#12"]]],
    ["は #12です", []],
    ["", []],
  ])("matches in %j stand by themselves", (text, found) => {
    const matches = compiled("#(?P<id>[0-9]+)").findAll(text, enough());
    expect(matches.map((one) => [one.start, one.text])).toEqual(found);
    expect(matches.map(({ groups }) => groups)).toEqual(found.map(([, own]) => ({ id: own.slice(1) })));
  });

  test("each alternative has the same boundaries as the whole pattern, and flags apply to all of it", () => {
    expect(
      compiled("(?i)cat|dog")
        .findAll("CAT Dogs (dog)", enough())
        .map(({ start }) => start),
    ).toEqual([0, 10]);
  });

  test("an empty match doesn't count, and the search ends", () => {
    expect(
      compiled("x*")
        .findAll("xx y x", enough())
        .map(({ text }) => text),
    ).toEqual(["xx", "x"]);
    expect(compiled("").findAll("a b", enough())).toEqual([]);
    expect(compiled("^").findAll("a b", enough())).toEqual([]);
  });

  test("a group may have any name", () => {
    const pattern = compiled("(?P<__proto__>[0-9])(?P<linkifier_actual_match>[a-z])");
    expect(Object.entries(pattern.findAll("1a", enough())[0]?.groups ?? {})).toEqual([
      ["__proto__", "1"],
      ["linkifier_actual_match", "a"],
    ]);
  });

  test("a pattern that takes backtracking engines exponential time matches at once", () => {
    const seconds = processorSeconds(() => {
      compiled("(a+)+b").findAll("a".repeat(10_000), enough());
      compiled("(a|aa)*(a|aa)*(a|aa)*c").search("a".repeat(10_000));
    });
    expect(seconds).toBeLessThan(20);
  });

  test.each([
    ["each match looks for more until the end of the text", "a(.*c)?"],
    [
      "there are many alternatives",
      `(${Array.from({ length: 200 }, (_, place) => `[a ]*b${place}`).join("|")}|a)`,
    ],
    ["there are many groups", `${"(".repeat(300)}a?${")?".repeat(300)} .*c?`],
  ])("matching ends when its work is spent, if %s", (_what, source) => {
    const pattern = compiled(source);
    const text = "a ".repeat(2000);
    const [most, quarter] = [10_000_000, 2_500_000].map((units) => {
      const work = new MatchingWork(units);
      const reads = countingReads(() => void pattern.findAll(text, work));
      expect(reads * pattern.instructions).toBeLessThan(units * 2);
      expect(work.within(() => "more")).toBeUndefined();
      return reads;
    });
    expect(quarter).toBeLessThan(most ?? 0);
  });

  test("patterns report the size of their compiled program", () => {
    expect(compiled("a").instructions).toBeLessThan(10);
    expect(compiled("[a ]{0,1000}").instructions).toBeGreaterThan(1000);
    expect(compiled("\\pL\\pN").instructions).toBeGreaterThan(20);
  });
};
