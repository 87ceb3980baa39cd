import { bestOf } from "../../web/src/ui/best-of";
import { matchRank } from "../../web/src/ui/ranking";

const names = ["Ben Bell", "Bella Ann", "Ann Bell", "Isabel", "Zoe"];
const best = (query: string, distance?: (name: string) => number): readonly string[] =>
  bestOf(names, (name) => name, query, 4, distance);

test("a match at the start of the name ranks before one at the start of a word, and that before any other", () => {
  expect(best("bel")).toEqual(["Bella Ann", "Ann Bell", "Ben Bell", "Isabel"]);
});

test("equal matches rank by closeness", () => {
  expect(best("bel", (name) => (name === "Ben Bell" ? -5 : 0))).toEqual([
    "Bella Ann",
    "Ben Bell",
    "Ann Bell",
    "Isabel",
  ]);
});

test("an empty query returns the closest names, up to the limit", () => {
  expect(best("", (name) => (name === "Zoe" ? -1 : 0))).toEqual(["Zoe", "Ann Bell", "Bella Ann", "Ben Bell"]);
  expect(best("xyz")).toEqual([]);
});

test.each([
  ["Inês Petrović", "ines", 0],
  ["Inês Petrović", "petrovic", 1],
  ["Ines Petrovic", "Inês", 0],
  ["Jürgen", "jur", 0],
  ["on-call", "call", 1],
  ["Isabel Bell", "bel", 1],
  ["Łukasz Żółć", "lukasz", 0],
  ["Łukasz Żółć", "zolc", 1],
  ["Søren", "soren", 0],
  ["Đặng", "dang", 0],
  ["Guðrún", "gudrun", 0],
  ["Straße", "strasse", 0],
  ["Ægir", "aegir", 0],
  ["Œuvre", "oeuvre", 0],
  ["Işık", "isik", 0],
  ["Þór", "thor", 0],
  ["Lukasz", "Łukasz", 0],
  ["か", "が", undefined],
])("%s matches %s without accents, best at the start of a word", (name, query, rank) => {
  expect(matchRank(name, query)).toBe(rank);
});
