import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";

const longestWord = 100;
/** Each change writes all of somebody's words. */
const mostWords = 1000;

const fold = (word: string): string => word.toLowerCase();

const cleaned = (words: readonly string[]): Either<ApiError, readonly string[]> => {
  const trimmed = words.map((word) => word.trim());
  const long = trimmed.findIndex((word) => [...word].length > longestWord);
  return long < 0
    ? right(trimmed.filter((word) => word !== ""))
    : left(badRequest(`alert_words[${long}] is too long (limit: ${longestWord} characters)`));
};

/** The words that the caller wants to be alerted of. */
export const listAlertWords =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly string[]> =>
  async () => {
    const user = callerIn(await directory.of(caller.realmId), caller);
    return isLeft(user) ? user : right(user.right.alertWords);
  };

/** Changes the caller's words; answers with all that there are then. */
const changeAlertWords =
  (change: (before: readonly string[], given: readonly string[]) => readonly string[]) =>
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, given: readonly string[]): Result<readonly string[]> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const clean = cleaned(given);
      if (isLeft(clean)) return clean;
      const before = user.right.alertWords;
      const words = change(before, clean.right);
      if (words.length > Math.max(mostWords, before.length))
        return left(badRequest(`You can have at most ${mostWords} alert words.`));
      if (words.join("\n") !== before.join("\n"))
        tx.append({ type: "alert_words_set", userId: caller.userId, words });
      return right(words);
    });

/** A word that is there in another case stays as it was written first. */
export const addAlertWords = changeAlertWords((before, given) => {
  const known = new Map(before.map((word) => [fold(word), word]));
  for (const word of given) if (!known.has(fold(word))) known.set(fold(word), word);
  return [...known.values()];
});

/** Alerts the caller to some words no longer; answers with all that are left. */
export const removeAlertWords = changeAlertWords((before, given) => {
  const gone = new Set(given.map(fold));
  return before.filter((word) => !gone.has(fold(word)));
});
