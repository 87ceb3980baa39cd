import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { UserId } from "../../domain/ids";
import { isMemberOf } from "../../domain/policy/permission";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";
import { type GroupQuery, groupToRead } from "./internal/find-group";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Lists the ids of a group's active members in ascending order. */
export const listMembers =
  ({ directory, clock }: Ports) =>
  (
    caller: Caller,
    { groupId, directOnly }: GroupQuery,
  ): TaskEither<CallerError | GroupError, readonly UserId[]> =>
    readAsCaller(directory, caller, async (state, user) => {
      const group = groupToRead(state, user, groupId);
      if (E.isLeft(group)) return group;
      const now = clock.now();
      return E.right(
        [...state.users.values()]
          .filter((one) => one.isActive && isMemberOf(state, one, group.right, directOnly, now))
          .map(({ id }) => id)
          .sort((a, b) => a - b),
      );
    });
