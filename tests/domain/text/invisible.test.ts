import { indexOfInvisible, withoutInvisible } from "../../../src/domain/text/invisible";

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
  // Marks of annotations, separators of lines and paragraphs, and what joins hieroglyphs.
  "An\ufff9n",
  "An\ufffan",
  "An\ufffbn",
  "An\u2028n",
  "An\u2029n",
  "An\u{13430}n",
  "An\u{1343f}n",
  // Joiners and selectors in scripts whose letters they don't change, and after a picture that nothing follows.
  "\u4ea7\u200d\u54c1",
  "\u4ea7\u54c1\u200c",
  "\u05e9\u05dc\u200d\u05d5\u05dd",
  "\u0e44\u0e17\u0e22\u200c",
  "\ud55c\uad6d\u200d",
  "\u306b\ufe01\u307b",
  "\u0645\ufe01",
  "\u2764\u200d",
  "\u2764\u200c\u{1f525}",
  "\u2764\ufe0f\u200d!",
  // A musical symbol without a head.
  "An\u{1d159}n",
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
  // Signs that span the digits after them, as in Arabic dates.
  "\u0601\u0661\u0662",
  "\u06dd\u0661",
  // An ideographic variant, as in Japanese names.
  "葛\u{e0100}城",
])("finds nothing invisible in %j", (text) => {
  expect(indexOfInvisible(text)).toBe(-1);
});

test("finds every character that shows nothing by itself: of formats, and separators of lines", () => {
  const shown = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}";
  const all = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  const text = all.map((code) => String.fromCodePoint(code)).join("");
  const missed = [...text.matchAll(/(?!\p{Cn})[\p{Cf}\p{Zl}\p{Zp}\p{DI}]/gu)]
    .map(([one]) => one)
    .filter((one) => indexOfInvisible(`An${one}n`) < 0);
  expect(missed.join("")).toBe(shown);
  for (const one of "\u2028\ufff9\u{13430}\u200b") expect(withoutInvisible(`An${one}n`)).toBe("Ann");
});
