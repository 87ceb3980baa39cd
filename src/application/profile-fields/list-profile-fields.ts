import { isLeft, right } from "fp-ts/Either";
import type { ProfileField } from "../../domain/profile-field";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The realm's profile fields in their order. API §4.7. */
export const listProfileFields =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly ProfileField[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(state.profileFields);
  };
