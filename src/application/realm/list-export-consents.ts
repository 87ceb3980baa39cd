import { isLeft, right } from "fp-ts/Either";
import type { User } from "../../domain/user";
import { administratorIn, type Caller, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** The active people of a realm, whose settings say whether an export may hold what is private to them. */
export const listExportConsents =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): Result<readonly User[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = administratorIn(state, caller);
    if (isLeft(user)) return user;
    return right([...state.users.values()].filter(({ isActive, bot }) => isActive && bot === null));
  };
