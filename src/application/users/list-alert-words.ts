import { right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's alert words. */
export const listAlertWords =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly string[], CallerError> =>
    readAsCaller(directory, caller, async (_state, { alertWords }) => right(alertWords));
