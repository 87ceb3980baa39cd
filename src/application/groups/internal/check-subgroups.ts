import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { CallerError } from "../../../domain/caller-refusals";
import type { RealmEvent } from "../../../domain/events/event";
import {
  alreadySubgroup,
  type GroupError,
  invalidGroupId,
  notSubgroup,
  subgroupCycle,
} from "../../../domain/groups/refusals";
import type { GroupId } from "../../../domain/ids";
import { subgroupsWithin } from "../../../domain/policy/permission";
import type { User } from "../../../domain/users/user";
import type { Transaction } from "../../transaction";
import { checkSubgroups, groupToChange } from "../shared/check-group";

/** Subgroups to add to a group and to remove from it. */
export interface SubgroupChange {
  readonly groupId: GroupId;
  readonly add: readonly GroupId[];
  readonly remove: readonly GroupId[];
}

/** Checks a change of subgroups and returns its events. Fails if the group would contain itself. API §4.16. */
export const checkSubgroupChange = (
  tx: Transaction,
  user: User,
  change: SubgroupChange,
): Either<CallerError | GroupError, readonly RealmEvent[]> => {
  const added = checkAdded(tx, user, change);
  if (isLeft(added)) return added;
  const removed = checkRemoved(tx, user, change);
  if (isLeft(removed)) return removed;
  const { groupId } = change;
  const isDeactivated = tx.state.groups.get(groupId)?.isDeactivated ?? false;
  const event = (op: "add" | "remove", subgroupIds: readonly GroupId[]): readonly RealmEvent[] =>
    subgroupIds.length === 0
      ? []
      : [{ type: "group_subgroups_changed", groupId, op, subgroupIds, isDeactivated }];
  return right([...event("add", added.right), ...event("remove", removed.right)]);
};

const checkAdded = (
  { state, now }: Transaction,
  user: User,
  { groupId, add }: SubgroupChange,
): Either<CallerError | GroupError, readonly GroupId[]> => {
  if (add.length === 0) return right([]);
  const group = groupToChange(state, user, groupId, ["canAddMembersGroup"], now);
  if (isLeft(group)) return group;
  const subgroups = checkSubgroups(state, add, groupId);
  if (isLeft(subgroups)) return subgroups;
  const presentId = subgroups.right.find((id) => group.right.subgroups.includes(id));
  if (presentId !== undefined) return left(alreadySubgroup(presentId));
  return subgroupsWithin(state, subgroups.right).has(groupId) ? left(subgroupCycle(groupId)) : subgroups;
};

const checkRemoved = (
  { state, now }: Transaction,
  user: User,
  { groupId, remove }: SubgroupChange,
): Either<CallerError | GroupError, readonly GroupId[]> => {
  if (remove.length === 0) return right([]);
  const group = groupToChange(state, user, groupId, ["canRemoveMembersGroup"], now);
  if (isLeft(group)) return group;
  const unknownId = remove.find((id) => !state.groups.has(id));
  if (unknownId !== undefined) return left(invalidGroupId(unknownId));
  const absentId = remove.find((id) => !group.right.subgroups.includes(id));
  return absentId === undefined ? right([...new Set(remove)]) : left(notSubgroup(absentId));
};
