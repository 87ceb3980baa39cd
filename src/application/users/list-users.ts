import { map } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";

export interface UserList {
  readonly state: RealmState;
  readonly reader: User;
  readonly users: readonly User[];
}

/** Everyone in the realm, bots and deactivated users included; or those named, where they exist. */
export const listUsers =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller, userIds?: readonly number[]): Result<UserList> =>
  async () => {
    const state = await directory.of(caller.realmId);
    return map((reader: User) => ({
      state,
      reader,
      users: userIds
        ? userIds.flatMap((id) => state.users.get(id) ?? [])
        : [...state.users.values()].filter((user) => !user.isSystemBot),
    }))(callerIn(state, caller));
  };
