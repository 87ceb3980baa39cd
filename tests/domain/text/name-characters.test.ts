import {
  breaksLine,
  isMisleading,
  positionOfBadCharacter,
  withoutMisleading,
} from "../../../src/domain/text/name-characters";

test.each([
  ["general", undefined],
  ["می\u200cخواهم", undefined],
  ["👩\u200d👩\u200d👧", undefined],
  ["a\u200b\u202e", 2],
  ["👩a\u202e\u200b", 3],
  ["\u{e0041}b", 1],
  ["ab\u0007", 3],
])("%j", (name, place) => {
  expect(positionOfBadCharacter(name)).toBe(place);
});

test.each([
  ["general", "general"],
  ["rel\u200bea\u202ese", "release"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["a\ufe0f\u200d\ufe0fb", "ab"],
  ["\u200b".repeat(1_000_000), ""],
])("removes only misleading characters from a name", (name, kept) => {
  expect(withoutMisleading(name)).toBe(kept);
  expect(isMisleading(kept)).toBe(false);
});

test.each([
  ["at lunch", false],
  ["room\t12", false],
  ["one\ntwo", true],
  ["one\u0085two", true],
  ["one\u2028two", true],
  ["\u0000", true],
  ["\u202eevil", true],
])("whether %j breaks its line", (text, breaks) => {
  expect(breaksLine(text)).toBe(breaks);
});
