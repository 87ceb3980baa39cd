import { isLeft, left, right } from "fp-ts/Either";
import { notForGuests } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { UserGroup } from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

/** Groups, with the realm that they were found in. */
export interface GroupList {
  readonly state: RealmState;
  readonly groups: readonly UserGroup[];
}

/** The realm's groups by id, system groups included. */
export const listGroups =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller, includeDeactivated: boolean): Result<GroupList> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    if (user.right.role === "guest") return left(notForGuests);
    const groups = [...state.groups.values()].filter(
      ({ isDeactivated }) => includeDeactivated || !isDeactivated,
    );
    return right({ state, groups: groups.sort((a, b) => a.id - b.id) });
  };
