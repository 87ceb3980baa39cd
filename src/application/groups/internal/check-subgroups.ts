import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
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
): E.Either<CallerError | GroupError, readonly RealmEvent[]> => {
  const { groupId } = change;
  const isDeactivated = tx.state.groups.get(groupId)?.isDeactivated ?? false;
  const event = (op: "add" | "remove", subgroupIds: readonly GroupId[]): readonly RealmEvent[] =>
    subgroupIds.length === 0
      ? []
      : [{ type: "group_subgroups_changed", groupId, op, subgroupIds, isDeactivated }];
  return pipe(
    E.Do,
    E.bind("added", () => checkAdded(tx, user, change)),
    E.bind("removed", () => checkRemoved(tx, user, change)),
    E.map(({ added, removed }) => [...event("add", added), ...event("remove", removed)]),
  );
};

const checkAdded = (
  { state, now }: Transaction,
  user: User,
  { groupId, add }: SubgroupChange,
): E.Either<CallerError | GroupError, readonly GroupId[]> => {
  if (add.length === 0) return E.right([]);
  return pipe(
    E.Do,
    E.bind("group", () => groupToChange(state, user, groupId, ["canAddMembersGroup"], now)),
    E.bindW("subgroups", () => checkSubgroups(state, add, groupId)),
    E.chainW(({ group, subgroups }): E.Either<GroupError, readonly GroupId[]> => {
      const presentId = subgroups.find((id) => group.subgroups.includes(id));
      if (presentId !== undefined) return E.left(alreadySubgroup(presentId));
      return subgroupsWithin(state, subgroups).has(groupId)
        ? E.left(subgroupCycle(groupId))
        : E.right(subgroups);
    }),
  );
};

const checkRemoved = (
  { state, now }: Transaction,
  user: User,
  { groupId, remove }: SubgroupChange,
): E.Either<CallerError | GroupError, readonly GroupId[]> => {
  if (remove.length === 0) return E.right([]);
  return pipe(
    groupToChange(state, user, groupId, ["canRemoveMembersGroup"], now),
    E.chainW(({ subgroups }): E.Either<GroupError, readonly GroupId[]> => {
      const unknownId = remove.find((id) => !state.groups.has(id));
      if (unknownId !== undefined) return E.left(invalidGroupId(unknownId));
      const absentId = remove.find((id) => !subgroups.includes(id));
      return absentId === undefined ? E.right([...new Set(remove)]) : E.left(notSubgroup(absentId));
    }),
  );
};
