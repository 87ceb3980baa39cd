import { signedLinks } from "../../../src/adapters/security/temporary-links";
import fc from "../../support/random/fast-check";

const links = signedLinks("a secret of thirty-two characters or more");

test("a token reveals its subject until it expires", () => {
  const token = links.tokenFor("1/ab/some file.txt", 1000);
  expect(token).toMatch(/^[\w-]+$/);
  expect([links.subjectOf(token, 999), links.subjectOf(token, 1000)]).toEqual([
    "1/ab/some file.txt",
    undefined,
  ]);
});

test("a token of another secret is invalid", () => {
  const token = signedLinks("another secret of thirty-two characters").tokenFor("1/ab/x", 1000);
  expect(links.subjectOf(token, 0)).toBeUndefined();
});

test("no modified token is valid", () => {
  const token = links.tokenFor("1/ab/x", 1000);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom("A", "b", "7", "-", ""), (at, sign) => {
      const changed = token.slice(0, at) + sign + token.slice(at + 1);
      const isSame = Buffer.from(changed, "base64url").equals(Buffer.from(token, "base64url"));
      expect(links.subjectOf(changed, 0)).toBe(isSame ? "1/ab/x" : undefined);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => expect(links.subjectOf(text, 0)).toBeUndefined()));
});
