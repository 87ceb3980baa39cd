import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { GroupError } from "../../domain/groups/refusals";
import type { UserId } from "../../domain/ids";
import { isMemberOf } from "../../domain/policy/permission";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";
import { type GroupQuery, groupToRead } from "./internal/find-group";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Whether an active user is a member of a group. */
export const isMember =
  ({ directory, clock }: Ports) =>
  (
    caller: Caller,
    userId: UserId,
    { groupId, directOnly }: GroupQuery,
  ): TaskEither<CallerError | GroupError | UserError, boolean> =>
    readAsCaller(directory, caller, async (state, user) => {
      const group = groupToRead(state, user, groupId);
      if (E.isLeft(group)) return group;
      const other = state.users.get(userId);
      if (!other?.isActive) return E.left(noSuchUser);
      return E.right(isMemberOf(state, other, group.right, directOnly, clock.now()));
    });
