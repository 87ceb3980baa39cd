import { isLeft, right } from "fp-ts/Either";
import type { Linkifier } from "../../domain/linkifier";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The linkifiers, in the order in which they apply. API §4.17. */
export const listLinkifiers =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly Linkifier[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(state.linkifiers);
  };
