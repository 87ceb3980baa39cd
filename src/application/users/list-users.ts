import { map } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canSeeUser } from "../../domain/user-access";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";

interface UserList {
  readonly state: RealmState;
  readonly reader: User;
  readonly users: readonly User[];
}

/**
 * Everyone in the realm whom the caller may know of, bots and deactivated users included; or those named, where
 * they exist.
 */
export const listUsers =
  ({ directory, clock }: { readonly directory: RealmDirectory; readonly clock: Clock }) =>
  (caller: Caller, userIds?: readonly number[]): Result<UserList> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const chosen = userIds
      ? userIds.flatMap((id) => state.users.get(id) ?? [])
      : [...state.users.values()].filter((user) => !user.isSystemBot);
    return map((reader: User) => ({
      state,
      reader,
      users: chosen.filter((user) => canSeeUser(state, reader, user, clock.now())),
    }))(callerIn(state, caller));
  };
