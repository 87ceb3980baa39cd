import { foldCase, sameButCase } from "../../src/domain/fold-case";

test.each([
  ["ΟΔΟΣ", "οδοσ"],
  ["ΟΔΟΣ ΟΔΟΣ", "Οδοσ οδοσ"],
  ["İstanbul", "istanbul"],
  ["ÉCOLE", "école"],
])("%s is %s in another case", (one, other) => {
  expect(sameButCase(one, other)).toBe(true);
});

test("a folded text folds to itself", () => {
  for (const text of ["ΟΔΟΣ", "οδος", "İ", "STRASSE", "straße"])
    expect(foldCase(foldCase(text))).toBe(foldCase(text));
});
