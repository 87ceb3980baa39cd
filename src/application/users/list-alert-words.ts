import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Lists the caller's alert words. */
export const listAlertWords =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly string[]> =>
  async () => {
    const user = callerIn(await directory.stateOf(caller.realmId), caller);
    return isLeft(user) ? user : right(user.right.alertWords);
  };
