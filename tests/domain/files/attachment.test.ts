import {
  attachmentPath,
  attachmentPathsIn,
  isAttachmentPath,
  safeFileName,
} from "../../../src/domain/files/attachment";
import { processorSeconds } from "../../support/measures/processor";
import { anyCharacter } from "../../support/random/arbitraries/text";
import fc from "../../support/random/fast-check";

const token = "0a1b2c3d-0000-4000-8000-000000000001";
const path = `1/0a/${token}/notes.txt`;

test.each([
  ["notes of today.txt", "notes-of-today.txt"],
  ["  spaces   and - dashes -.txt ", "spaces-and-dashes-.txt"],
  ["../../etc/passwd", "....etcpasswd"],
  ["a/b\\c:d*e?f.txt", "abcdef.txt"],
  ['"><script>.html', "script.html"],
  ["%2e%2e", "2e2e"],
  ["文書 (1).PDF", "文書-1.PDF"],
  ["ﬁle№1.txt", "fileNo1.txt"],
  ["", "uploaded-file"],
  [".", "uploaded-file"],
  ["..", "uploaded-file"],
  ["***", "uploaded-file"],
  [".bashrc", ".bashrc"],
])("stores the file name %j as %j", (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test("long names keep their extension, and whole characters", () => {
  expect(safeFileName(`${"a".repeat(300)}.txt`)).toBe(`${"a".repeat(251)}.txt`);
  expect(safeFileName(`${"長".repeat(100)}.txt`)).toBe(`${"長".repeat(83)}.txt`);
  expect(safeFileName(`a.${"x".repeat(300)}`)).toBe(`a.${"x".repeat(253)}`);
});

test("every file name yields a valid path, which is found in a link to the file", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 400 }), (name) => {
      const made = attachmentPath(1, token, name);
      expect(isAttachmentPath(made)).toBe(true);
      expect(new TextEncoder().encode(safeFileName(name)).length).toBeLessThanOrEqual(255);
      expect(attachmentPathsIn(`see [it](/user_uploads/${made}) now`, 1)).toContain(made);
      expect(attachmentPathsIn(`[it](/user_uploads/${encodeURI(made)})`, 1)).toContain(made);
    }),
  );
});

test.each([
  [`[notes](/user_uploads/${path})`],
  [`look at /user_uploads/${path}`],
  [`at the end of a sentence: /user_uploads/${path}.`],
  [`https://chat.example.com/user_uploads/${path}?x=1#y`],
  [`![](/user_uploads/thumbnail/${path}/840x560.webp)`],
  [`<http://chat.example.com/user_uploads/download/${path}>`],
  [`**/user_uploads/${path}** and /user_uploads/${path}`],
])("%s shares the file", (content) => {
  expect(attachmentPathsIn(content, 1)).toContain(path);
});

test.each([
  ["nothing"],
  [`/user_uploads/2/0a/${token}/notes.txt`],
  ["/user_uploads/1/notes.txt"],
  [`/user_uploads/1/0a/${token}/`],
  [`/user_uploads/1/0a/${token}/..`],
  [`/user_uploads/1/../0a/${token}/notes.txt`],
  [`/user_uploads/temporary/${token}/notes.txt`],
  ["/user_uploads/%E0%A4%A/1/a/b"],
])("%s shares nothing", (content) => {
  expect(attachmentPathsIn(content, 1)).toEqual([]);
});

test("messages are searched for paths quickly, however long they are", () => {
  const seconds = processorSeconds(() => {
    for (const content of [
      "/user_uploads/".repeat(70_000),
      "a/".repeat(500_000),
      `/user_uploads/${"1/".repeat(500_000)}`,
    ])
      attachmentPathsIn(content, 1);
  });
  expect(seconds).toBeLessThan(20);
});
