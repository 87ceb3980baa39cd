import type { OneTimeCodes } from "../../../src/application/ports/login/one-time-codes";

/** @param codeAt What an app with the secret shows at a time in Unix milliseconds. */
export const oneTimeCodesContract = (
  codes: OneTimeCodes,
  codeAt: (secret: string, now: number) => string,
): void => {
  const now = 1_234_567_890_000;
  const step = Math.floor(now / 30_000);

  test("secrets never repeat", () => {
    expect(codes.newSecret()).not.toBe(codes.newSecret());
  });

  test("accepts a code one step early or late, with its own step, and no further", () => {
    const secret = codes.newSecret();
    const code = codeAt(secret, now);
    const at = (steps: number) => codes.stepOf(secret, code, now + steps * 30_000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  });

  test("rejects the code of another secret", () => {
    const [secret, other] = [codes.newSecret(), codes.newSecret()];
    expect(codes.stepOf(secret, codeAt(other, now), now)).toBeUndefined();
  });

  test.each<[string, (code: string) => string]>([
    ["too short", (code) => code.slice(1)],
    ["too long", (code) => `${code}0`],
    ["empty", () => ""],
    ["followed by a space", (code) => `${code} `],
    [
      "in other digits",
      (code) => code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    ],
  ])("rejects a code that is %s", (_how, written) => {
    const secret = codes.newSecret();
    expect(codes.stepOf(secret, written(codeAt(secret, now)), now)).toBeUndefined();
  });

  test("the URI for an app has the secret and both names", () => {
    const secret = codes.newSecret();
    const uri = decodeURIComponent(codes.uriOf(secret, "Example", "ann@example.com"));
    expect(uri).toMatch(/^otpauth:\/\/totp\//);
    for (const part of [secret, "Example", "ann@example.com"]) expect(uri).toContain(part);
  });
};
