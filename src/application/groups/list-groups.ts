import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import type { UserGroup } from "../../domain/groups/user-group";
import type { RealmState } from "../../domain/state/realm-state";
import type { User } from "../../domain/users/user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** Groups with the state they were read from, and the caller as stored there. */
export interface GroupList {
  readonly state: RealmState;
  readonly user: User;
  readonly groups: readonly UserGroup[];
}

/** Lists the realm's groups by id, system groups included. */
export const listGroups =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller, includeDeactivated: boolean): TaskEither<CallerError, GroupList> =>
    readAsCaller(directory, caller, async (state, user) => {
      if (user.role === "guest") return E.left(notForGuests);
      const groups = [...state.groups.values()].filter(
        ({ isDeactivated }) => includeDeactivated || !isDeactivated,
      );
      return E.right({ state, user, groups: groups.sort((a, b) => a.id - b.id) });
    });
