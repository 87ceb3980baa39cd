import { bestOf } from "../../web/src/views/ranking";

const names = ["Ben Bell", "Bella Ann", "Ann Bell", "Isabel", "Zoe"];
const best = (query: string, distance?: (name: string) => number): readonly string[] =>
  bestOf(names, (name) => name, query, 4, distance);

test("a name that begins so comes before one with such a word, and this before one that merely holds it", () => {
  expect(best("bel")).toEqual(["Bella Ann", "Ann Bell", "Ben Bell", "Isabel"]);
});

test("of names that fit alike, the nearer comes first", () => {
  expect(best("bel", (name) => (name === "Ben Bell" ? -5 : 0))).toEqual([
    "Bella Ann",
    "Ben Bell",
    "Ann Bell",
    "Isabel",
  ]);
});

test("without letters the nearest are offered, and never more than so many", () => {
  expect(best("", (name) => (name === "Zoe" ? -1 : 0))).toEqual(["Zoe", "Ann Bell", "Bella Ann", "Ben Bell"]);
  expect(best("xyz")).toEqual([]);
});
