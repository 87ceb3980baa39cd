import type { LoginTokens } from "../../../src/application/ports/login/login-tokens";

interface LoginTokensSubject {
  /** Of the organization "chat" alone. */
  readonly tokens: LoginTokens;
  /** Signs what the other program says; undefined for a token that names nobody. */
  tokenFor(email: string | undefined): string | Promise<string>;
}

export const loginTokensContract = ({ tokens, tokenFor }: LoginTokensSubject): void => {
  test("a token names the user that the other program vouches for", async () => {
    const token = await tokenFor("Ann@example.com");
    expect(await tokens.read(token)).toEqual({ kind: "somebody", email: "Ann@example.com" });
    expect(await tokens.read(token)).toEqual({ kind: "somebody", email: "Ann@example.com" });
  });

  test("a genuine token may name nobody", async () => {
    expect(await tokens.read(await tokenFor(undefined))).toEqual({ kind: "nobody" });
  });

  test("anything else is forged", async () => {
    for (const token of ["", "forged", "a.b.c"]) expect(await tokens.read(token)).toEqual({ kind: "forged" });
  });

  test("the program vouches for one organization's users", () => {
    expect([tokens.isFor("chat"), tokens.isFor(""), tokens.isFor("other")]).toEqual([true, false, false]);
  });
};
