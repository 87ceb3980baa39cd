import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import type { RealmEvent } from "../../domain/event";
import { subgroupsWithin } from "../../domain/permission";
import type { User } from "../../domain/user";
import type { Transaction } from "../transaction";
import { checkSubgroups, groupToChange } from "./check-group";

/** Groups to put into a group and to take out of it. */
export interface SubgroupChange {
  readonly groupId: number;
  readonly add: readonly number[];
  readonly remove: readonly number[];
}

/** The events of a change of subgroups; fails where a group would come to hold itself. API §4.16. */
export const checkSubgroupChange = (
  tx: Transaction,
  user: User,
  change: SubgroupChange,
): Either<ApiError, readonly RealmEvent[]> => {
  const added = checkAdded(tx, user, change);
  if (isLeft(added)) return added;
  const removed = checkRemoved(tx, user, change);
  if (isLeft(removed)) return removed;
  const { groupId } = change;
  const isDeactivated = tx.state.groups.get(groupId)?.isDeactivated ?? false;
  const event = (op: "add" | "remove", subgroupIds: readonly number[]): readonly RealmEvent[] =>
    subgroupIds.length === 0
      ? []
      : [{ type: "group_subgroups_changed", groupId, op, subgroupIds, isDeactivated }];
  return right([...event("add", added.right), ...event("remove", removed.right)]);
};

const checkAdded = (
  { state, now }: Transaction,
  user: User,
  { groupId, add }: SubgroupChange,
): Either<ApiError, readonly number[]> => {
  if (add.length === 0) return right([]);
  const group = groupToChange(state, user, groupId, ["canAddMembersGroup"], now);
  if (isLeft(group)) return group;
  const subgroups = checkSubgroups(state, add);
  if (isLeft(subgroups)) return subgroups;
  const already = subgroups.right.find((id) => group.right.subgroups.includes(id));
  if (already !== undefined)
    return left(badRequest(`User group ${already} is already a subgroup of this group.`));
  return subgroupsWithin(state, subgroups.right).has(groupId)
    ? left(badRequest(`User group ${groupId} is already a subgroup of one of the passed subgroups.`))
    : subgroups;
};

const checkRemoved = (
  { state, now }: Transaction,
  user: User,
  { groupId, remove }: SubgroupChange,
): Either<ApiError, readonly number[]> => {
  if (remove.length === 0) return right([]);
  const group = groupToChange(state, user, groupId, ["canRemoveMembersGroup"], now);
  if (isLeft(group)) return group;
  const unknown = remove.find((id) => !state.groups.has(id));
  if (unknown !== undefined) return left(badRequest(`Invalid user group ID: ${unknown}`));
  const stranger = remove.find((id) => !group.right.subgroups.includes(id));
  return stranger === undefined
    ? right([...new Set(remove)])
    : left(badRequest(`User group ${stranger} is not a subgroup of this group.`));
};
