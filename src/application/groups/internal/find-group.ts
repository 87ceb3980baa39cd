import * as E from "fp-ts/Either";
import { type CallerError, notForGuests } from "../../../domain/caller-refusals";
import { type GroupError, noSuchGroup } from "../../../domain/groups/refusals";
import type { UserGroup } from "../../../domain/groups/user-group";
import type { GroupId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

/** Which group to query. */
export interface GroupQuery {
  readonly groupId: GroupId;
  /** Whether to leave out indirect members and subgroups. */
  readonly directOnly: boolean;
}

/** The group with this id. Refuses guests. */
export const groupToRead = (
  state: RealmState,
  user: User,
  groupId: GroupId,
): E.Either<CallerError | GroupError, UserGroup> => {
  if (user.role === "guest") return E.left(notForGuests);
  const group = state.groups.get(groupId);
  return group === undefined ? E.left(noSuchGroup) : E.right(group);
};
