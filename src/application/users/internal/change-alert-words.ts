import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../../domain/caller-refusals";
import { sumOver } from "../../../domain/policy/allowance";
import { alertWordTooLong, tooManyAlertWords, type UserError } from "../../../domain/users/refusals";
import { asCaller } from "../../as-caller";
import type { Caller } from "../../caller";
import type { InTransaction } from "../../transaction";

const longestWord = 100;

/** For one person, or for all bots of one owner. Each change writes the whole list, and each message is searched for all words. */
const mostWords = 1000;

const cleanWords = (words: readonly string[]): E.Either<UserError, readonly string[]> => {
  const trimmed = words.map((word) => word.trim());
  const long = trimmed.findIndex((word) => [...word].length > longestWord);
  return long < 0
    ? E.right(trimmed.filter((word) => word !== ""))
    : E.left(alertWordTooLong(long, longestWord));
};

/** Makes a use case that changes the caller's alert words and returns all of them. */
export const changeAlertWords =
  (change: (before: readonly string[], words: readonly string[]) => readonly string[]) =>
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, input: readonly string[]): TaskEither<CallerError | UserError, readonly string[]> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const clean = cleanWords(input);
      if (E.isLeft(clean)) return clean;
      const before = user.alertWords;
      const words = change(before, clean.right);
      const others = sumOver(tx.state, user.id, ({ alertWords }) => alertWords.length) - before.length;
      if (words.length > Math.max(mostWords - others, before.length))
        return E.left(tooManyAlertWords(mostWords));
      if (words.join("\n") !== before.join("\n"))
        tx.append({ type: "alert_words_set", userId: caller.userId, words });
      return E.right(words);
    });
