import { right } from "fp-ts/Either";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's alert words. */
export const listAlertWords =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly string[]> =>
    readAsCaller(directory, caller, async (_state, { alertWords }) => right(alertWords));
