import { listedDisposableDomains } from "../../../src/adapters/mail/disposable-domains";
import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { signedSessionTokens } from "../../../src/adapters/security/session-tokens";
import { passwordLimits } from "../../../src/domain/passwords/password";

test("a session's id is a hash, and only the server that made a token knows it", () => {
  const tokens = signedSessionTokens("a secret of thirty-two characters or more");
  const token = tokens.create();
  expect(tokens.idOf(token)).toMatch(/^[0-9a-f]{64}$/);
  const changed = token.replace(/^./, (sign) => (sign === "A" ? "B" : "A"));
  expect(tokens.idOf(changed)).toBeUndefined();
  expect(signedSessionTokens("another secret of thirty-two characters").idOf(token)).toBeUndefined();
});

test.each([
  ["password1", false],
  ["qwertyuiop", false],
  ["aaaaaaaaaaaa", false],
  ["zoe.zander@example.org", false],
  ["Zoe Zander", false],
  ["seven blue elephants", true],
  ["x9!kQ2#pLm", true],
])("is %s hard enough to guess for Zoe Zander: %s", async (password, isHard) => {
  const guesses = await zxcvbnStrength.guessesFor(password, ["zoe.zander@example.org", "Zoe Zander"]);
  expect(guesses >= passwordLimits.leastGuesses).toBe(isHard);
});

test("recognizes disposable domains and their subdomains, in any case", () => {
  expect(["mailinator.com", "MAILINATOR.com", "a.b.mailinator.com"].map(listedDisposableDomains.has)).toEqual(
    [true, true, true],
  );
  expect(["example.com", "com", "notmailinator.com.example", ""].map(listedDisposableDomains.has)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
