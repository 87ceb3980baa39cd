import type { LinkTokens } from "../../../src/application/ports/login/link-tokens";

export const linkTokensContract = (tokens: LinkTokens): void => {
  test("a token holds what was written, for its purpose alone", () => {
    const values = { realm: 1, email: "é@example.com", expiresAt: 5 };
    const token = tokens.write("sign_up", values);
    expect(tokens.read("sign_up", token)).toEqual(values);
    expect(tokens.read("invitation", token)).toBeUndefined();
    expect(tokens.write("sign_up", values)).toBe(token);
  });

  test("a token whose values have another shape is invalid", () => {
    const token = tokens.write("sign_up", { realm: 1, email: 5 as never, expiresAt: 5 });
    expect(tokens.read("sign_up", token)).toBeUndefined();
  });

  test("text that this server didn't sign isn't a token", () => {
    const token = tokens.write("sign_up", { realm: 1, email: "é@example.com", expiresAt: 5 });
    for (const guess of ["", ".", "a.b", `${token}.x`, `${token}x`, token.slice(0, -1), "e30."])
      expect(tokens.read("sign_up", guess)).toBeUndefined();
  });

  test("a proof depends on the purpose and the text", () => {
    const proof = tokens.proof("meeting", "one");
    expect(tokens.proof("meeting", "one")).toBe(proof);
    expect([tokens.proof("meeting", "two"), tokens.proof("sign_on", "one")]).not.toContain(proof);
  });
};
