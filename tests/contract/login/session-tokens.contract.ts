import type { SessionTokens } from "../../../src/application/ports/login/session-tokens";

export const sessionTokensContract = (tokens: SessionTokens): void => {
  test("a session's token is never the same, and its id reveals nothing about it", () => {
    const [one, other] = [tokens.create(), tokens.create()];
    expect(one).not.toBe(other);
    const id = tokens.idOf(one);
    expect(id).toBeDefined();
    expect(tokens.idOf(one)).toBe(id);
    expect(tokens.idOf(other)).not.toBe(id);
    expect(one).not.toContain(id);
    expect(id).not.toContain(one);
  });

  test("a token that this server didn't create has no id", () => {
    const token = tokens.create();
    for (const guess of ["", ".", `${token}x`, `x${token}`, token.slice(1)])
      expect(tokens.idOf(guess)).toBeUndefined();
  });
};
