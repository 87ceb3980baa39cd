import { totpCodes } from "../../../src/adapters/security/one-time-codes";

/** RFC 6238, appendix B: the secret for SHA-1, and the last six of the eight digits. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

test.each(vectors)("at %d seconds the code is %s", (seconds, code) => {
  expect(totpCodes.stepOf(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("secrets have 160 bits", () => {
  expect(totpCodes.newSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test("an authenticator app reads the account's names, whatever characters they contain", () => {
  expect(totpCodes.uriOf(secret, 'A: "B" & C?', "ann+x@example.com")).toBe(
    `otpauth://totp/A%3A%20%22B%22%20%26%20C%3F:ann%2Bx%40example.com?issuer=A%3A%20%22B%22%20%26%20C%3F&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  );
});
