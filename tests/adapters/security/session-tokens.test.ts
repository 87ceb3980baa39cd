import { signedSessionTokens } from "../../../src/adapters/security/session-tokens";

test("a session's id is a hash, and only the server that made a token knows it", () => {
  const tokens = signedSessionTokens("a secret of thirty-two characters or more");
  const token = tokens.create();
  expect(tokens.idOf(token)).toMatch(/^[0-9a-f]{64}$/);
  const changed = token.replace(/^./, (sign) => (sign === "A" ? "B" : "A"));
  expect(tokens.idOf(changed)).toBeUndefined();
  expect(signedSessionTokens("another secret of thirty-two characters").idOf(token)).toBeUndefined();
});
