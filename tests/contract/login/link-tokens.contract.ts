import type { LinkTokens } from "../../../src/application/ports/login/link-tokens";

export const linkTokensContract = (tokens: LinkTokens): void => {
  test("a token holds what was written, for its purpose alone", () => {
    const values = { realm: 1, invitation: 2, email: "é@example.com" };
    const token = tokens.write("invitation", values);
    expect(tokens.read("invitation", token)).toEqual(values);
    expect(tokens.read("sign_up", token)).toBeUndefined();
    expect(tokens.write("invitation", values)).toBe(token);
  });

  test("text that this server didn't sign is no token", () => {
    const token = tokens.write("sign_up", { expiresAt: 5 });
    for (const guess of ["", ".", "a.b", `${token}.x`, `${token}x`, token.slice(0, -1), "e30."])
      expect(tokens.read("sign_up", guess)).toBeUndefined();
  });

  test("a proof depends on the purpose and the text", () => {
    const proof = tokens.proof("meeting", "one");
    expect(tokens.proof("meeting", "one")).toBe(proof);
    expect([tokens.proof("meeting", "two"), tokens.proof("sign_on", "one")]).not.toContain(proof);
  });
};
