import { foldCase, sameButCase } from "../../../src/domain/text/fold-case";

test.each([
  ["ΟΔΟΣ", "οδοσ"],
  ["ΟΔΟΣ ΟΔΟΣ", "Οδοσ οδοσ"],
  ["İstanbul", "istanbul"],
  ["ÉCOLE", "école"],
])("%s and %s differ only in case", (one, other) => {
  expect(sameButCase(one, other)).toBe(true);
});

test("folding is idempotent", () => {
  for (const text of ["ΟΔΟΣ", "οδος", "İ", "STRASSE", "straße"])
    expect(foldCase(foldCase(text))).toBe(foldCase(text));
});
