import { listedDisposableDomains } from "../../src/adapters/mail/disposable-domains";
import { zxcvbnStrength } from "../../src/adapters/security/password-strength";
import { signedSessionTokens } from "../../src/adapters/security/session-tokens";
import { passwordLimits } from "../../src/domain/password";

test("a session's token is never the same, and its id tells nothing of it", () => {
  const tokens = signedSessionTokens("a secret of thirty-two characters or more");
  const [one, other] = [tokens.create(), tokens.create()];
  expect(one).not.toBe(other);
  const id = tokens.idOf(one);
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  expect(id).toBe(tokens.idOf(one));
  expect(one).not.toContain(id);
  for (const guess of ["", ".", `${one}x`, one.replace(/^./, (sign) => (sign === "A" ? "B" : "A"))])
    expect(tokens.idOf(guess)).toBeUndefined();
  expect(signedSessionTokens("another secret of thirty-two characters").idOf(one)).toBeUndefined();
});

test.each([
  ["password1", false],
  ["qwertyuiop", false],
  ["aaaaaaaaaaaa", false],
  ["zoe.zander@example.org", false],
  ["Zoe Zander", false],
  ["seven blue elephants", true],
  ["x9!kQ2#pLm", true],
])("whether %s is hard enough to guess for Zoe Zander: %s", async (password, isHard) => {
  const guesses = await zxcvbnStrength().guessesFor(password, ["zoe.zander@example.org", "Zoe Zander"]);
  expect(guesses >= passwordLimits.leastGuesses).toBe(isHard);
});

test("disposable domains are known, with what lies below them, in any case", () => {
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
