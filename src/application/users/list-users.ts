import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { usersSeenBy } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
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
  (caller: Caller, userIds?: readonly UserId[]): TaskEither<CallerError, UserList> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const chosen = userIds
        ? userIds.flatMap((id) => state.users.get(id) ?? [])
        : [...state.users.values()].filter((user) => !user.isSystemBot);
      const { isSeen } = usersSeenBy(state, reader, clock.now());
      return E.right({ state, reader, users: chosen.filter(isSeen) });
    });
