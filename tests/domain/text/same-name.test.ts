import { isSameName } from "../../../src/domain/text/same-name";

test.each([
  ["an accent in one character and in two", "caf\u00e9", "cafe\u0301"],
  ["wide letters", "\uff47eneral", "general"],
  ["mathematical letters", "\u{1d420}eneral", "general"],
  ["spaces that don't break", "field\u00a0notes", "field notes"],
  ["several spaces, which pages show as one", "field  notes", "field notes"],
  ["case in any script", "ΟΔΟΣ", "οδοσ"],
  [
    "joiners",
    "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645",
  ],
  ["variants of a character", "\u845b\u{e0100}\u57ce", "\u845b\u57ce"],
  ["a picture's style", "\u2764\ufe0f", "\u2764"],
  ["tags after a flag", "\u{1f3f4}\u{e0061}", "\u{1f3f4}"],
])("names look alike in spite of %s", (_what, one, other) => {
  expect(isSameName(one, other)).toBe(true);
});

test.each([
  ["cafe", "caf\u00e9"],
  ["fieldnotes", "field notes"],
  ["general", "generals"],
])("%s and %s look different", (one, other) => {
  expect(isSameName(one, other)).toBe(false);
});
