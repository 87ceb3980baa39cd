import { map } from "fp-ts/Either";
import type { UserId } from "../../domain/ids";
import { canSeeUser } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface UserList {
  readonly state: RealmState;
  readonly reader: User;
  readonly users: readonly User[];
}

/** Lists everyone whom the caller may see, bots and deactivated users included; or the named users among them. */
export const listUsers =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, userIds?: readonly UserId[]): Result<UserList> =>
  async () => {
    const state = await directory.stateOf(caller.realmId);
    const chosen = userIds
      ? userIds.flatMap((id) => state.users.get(id) ?? [])
      : [...state.users.values()].filter((user) => !user.isSystemBot);
    return map((reader: User) => ({
      state,
      reader,
      users: chosen.filter((user) => canSeeUser(state, reader, user, clock.now())),
    }))(callerIn(state, caller));
  };
