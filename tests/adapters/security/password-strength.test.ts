import { zxcvbnStrength } from "../../../src/adapters/security/password-strength";
import { passwordLimits } from "../../../src/domain/passwords/password";

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
