import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { PasswordStrength } from "../ports/password-strength";

/** Lengths in code points; and how many guesses one must withstand. */
export const passwordLimits = { shortest: 8, longest: 100, leastGuesses: 10_000 } as const;

/** A password that somebody may choose who is known by these words. */
export const checkPassword = async (
  strength: PasswordStrength,
  password: string,
  known: readonly string[],
  message = "The password is too weak.",
): Promise<Either<ApiError, string>> => {
  const { length } = [...password];
  const isFit = length >= passwordLimits.shortest && length <= passwordLimits.longest;
  // The estimate takes long where the password does: only fit ones are looked at.
  return isFit && (await strength.guessesFor(password, known)) >= passwordLimits.leastGuesses
    ? right(password)
    : left(badRequest(message));
};
