import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's alert words. */
export const listAlertWords =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, readonly string[]> =>
    readAsCaller(directory, caller, async (_state, { alertWords }) => E.right(alertWords));
