import { indexOfInvisible } from "../../../src/domain/text/invisible";

test.each([
  "An\u200bn",
  "An\u2060n",
  "An\u00adn",
  "Ann\ufeff",
  "\u3164Ann",
  "An\u200cn",
  "An\u200dn",
  "Ann\ufe0f",
  "A\u0301\u200dnn",
  "Ann\u200e",
  "An\u{e0041}n",
  "An\u2800n",
  "\u{1f469}\u200d\u200d",
  "\u2764\ufe0f\ufe0f",
  "\u0646\u200c\u200c",
])("finds invisible characters in %j", (text) => {
  expect(indexOfInvisible(text)).toBeGreaterThanOrEqual(0);
});

test.each([
  "Ann Lee",
  "Zoë Ångström",
  "Иван",
  "李小龍",
  // Persian and Hindi.
  "می\u200cخواهم",
  "क\u094d\u200dष",
  // A family, a heart on fire, a medium skin tone and the flag of England.
  "\u{1f469}\u200d\u{1f469}\u200d\u{1f467}",
  "\u2764\ufe0f\u200d\u{1f525}",
  "\u{1f44d}\u{1f3fd}",
  "\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
  // An ideographic variant, as in Japanese names.
  "葛\u{e0100}城",
])("finds nothing invisible in %j", (text) => {
  expect(indexOfInvisible(text)).toBe(-1);
});
