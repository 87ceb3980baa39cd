import {
  contentTypeOf,
  isShownInline,
  looksLikeText,
  sentTypeOf,
} from "../../../src/domain/files/content-type";
import fc from "../../support/random/fast-check";

const bytes = (text: string) => new TextEncoder().encode(text);

test("the bytes decide the type of an inline file, whatever its name", () => {
  const types = ["image/png", "text/html", "image/svg+xml", "application/pdf", "audio/x-m4a", "text/plain"];
  const type = fc.option(fc.constantFrom(...types, "video/mp4", "application/xml"), { nil: undefined });
  fc.assert(
    fc.property(type, type, fc.boolean(), (sniffed, named, isText) => {
      const given = contentTypeOf({ sniffed, named, isText });
      if (!isShownInline(given)) return;
      const isPlainText = given.startsWith("text/plain") && isText;
      expect(
        isPlainText || (sniffed !== undefined && isShownInline(sniffed)) || sniffed === "audio/x-m4a",
      ).toBe(true);
    }),
  );
});

test.each([
  ["image/png", "text/html", "image/png"],
  [undefined, "image/png", "application/octet-stream"],
  ["application/zip", "application/java-archive", "application/java-archive"],
  ["audio/x-m4a", "audio/mp4", "audio/mp4"],
  ["video/webm", "audio/webm", "audio/webm"],
  ["audio/vnd.wave", "audio/wav", "audio/wav"],
  [undefined, "text/html", "text/html"],
  [undefined, undefined, "application/octet-stream"],
])("bytes of %s under a name of %s are %s", (sniffed, named, expected) => {
  expect(contentTypeOf({ sniffed, named, isText: false })).toBe(expected);
});

test("valid UTF-8 counts as text, even cut in the middle of a character", () => {
  expect(looksLikeText(bytes("été 文書"))).toBe(true);
  expect(looksLikeText(bytes("文").subarray(0, 2))).toBe(true);
  expect(looksLikeText(Uint8Array.of(0x61, 0xe9, 0x62))).toBe(false);
  expect(looksLikeText(bytes("a\0b"))).toBe(false);
  expect(looksLikeText(new Uint8Array())).toBe(true);
});

test("types that can run scripts are never displayed inline", () => {
  for (const type of ["text/html", "image/svg+xml", "text/xml", "application/xhtml+xml", "text/javascript"])
    expect(isShownInline(type)).toBe(false);
  expect(isShownInline("Text/Plain; charset=utf-8")).toBe(true);
});

test("scripts and style sheets are sent as plain bytes, and other files with their types", () => {
  const versions = ["1.0", "1.1", "1.2", "1.3", "1.4", "1.5"].map((version) => `text/javascript${version}`);
  const essences = ["javascript", "ecmascript", "x-javascript", "x-ecmascript"];
  const scripts = essences.flatMap((name) => [`text/${name}`, `application/${name}`]);
  for (const type of [
    ...scripts,
    ...versions,
    "text/jscript",
    "text/livescript",
    "text/css",
    "Text/CSS; charset=utf-8",
  ])
    expect([type, sentTypeOf(type)]).toEqual([type, "application/octet-stream"]);
  for (const type of ["text/plain; charset=utf-8", "text/html", "text/x-scss", "application/json"])
    expect(sentTypeOf(type)).toBe(type);
});
