import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary as common } from "@zxcvbn-ts/language-common";
import { dictionary as english } from "@zxcvbn-ts/language-en";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { WordRanks } from "../../../src/adapters/security/word-ranks";
import fc from "../../support/random/fast-check";

test("the estimate is the library's own", async () => {
  const dictionary = { ...common, ...english };
  const own = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  const word = fc.oneof(
    ...Object.values(dictionary).map((words) => fc.constantFrom(...words.map(String))),
    fc.string({ maxLength: 6 }),
    fc.constantFrom("1990", "qwerty", "aaaa", "p4ssw0rd", "drowssap"),
  );
  const password = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(""));
  await fc.assert(
    fc.asyncProperty(password, fc.array(word, { maxLength: 2 }), async (one, known) => {
      expect(await zxcvbnStrength.guessesFor(one, known)).toBe(own.check(one, known).guesses);
    }),
  );
});

test("a word has its last rank, and others none", () => {
  const words = ["one", "two", "one", "", "tw", "constructor", "Ä€", "ones"];
  const ranks = new WordRanks(words);
  expect(words.map((word) => ranks.rankOf(word))).toEqual([3, 2, 3, 4, 5, 6, 7, 8]);
  expect(["on", "toString", "three", "onet"].map((word) => ranks.rankOf(word))).toEqual(
    Array(4).fill(undefined),
  );
  expect([ranks.longest, new WordRanks([]).rankOf("one")]).toEqual([11, undefined]);
});
