import type { PasswordStrength } from "../../../src/application/ports/login/password-strength";
import { passwordLimits } from "../../../src/domain/passwords/password";

export const passwordStrengthContract = (strength: PasswordStrength): void => {
  test.each([
    ["password", false],
    ["seven blue elephants", true],
  ])("whether %s is hard enough to guess: %s", async (password, isHard) => {
    expect((await strength.guessesFor(password, [])) >= passwordLimits.leastGuesses).toBe(isHard);
  });
};
