import fc from "fast-check";
import { sortedByName } from "../../web/src/ui/by-name";

const letters = "abCzZ019 -_é";
const aName = fc.string({ unit: fc.constantFrom(...letters), maxLength: 6 });
const byLanguage = (names: readonly string[]): readonly string[] =>
  names.toSorted((a, b) => a.localeCompare(b));

test("names are in the order of the language, plain or not", () => {
  fc.assert(
    fc.property(fc.array(aName, { maxLength: 8 }), (names) => {
      expect(sortedByName(names, (name) => name, "en")).toEqual(byLanguage(names));
    }),
  );
});

test("a list is sorted by the names of its entries", () => {
  const list = [{ title: "ops" }, { title: "Design" }, { title: "all hands" }];
  expect(sortedByName(list, ({ title }) => title, "en-GB").map(({ title }) => title)).toEqual([
    "all hands",
    "Design",
    "ops",
  ]);
});
