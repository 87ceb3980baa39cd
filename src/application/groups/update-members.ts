import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, notForGuests } from "../../domain/errors";
import type { RealmEvent } from "../../domain/event";
import type { User } from "../../domain/user";
import type { GroupPermission, UserGroup } from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import { appendWithSight } from "../channels/sight-through-groups";
import { sendNotices } from "../jobs/send-notices";
import { silentMention } from "../messages/notice";
import type { Throttle } from "../ports/throttle";
import type { InTransaction, Transaction } from "../transaction";
import { checkMembers, groupToChange } from "./check-group";
import { checkSubgroupChange } from "./check-subgroups";

interface MembersUpdate {
  readonly groupId: number;
  readonly add: readonly number[];
  readonly remove: readonly number[];
  readonly addSubgroups: readonly number[];
  readonly removeSubgroups: readonly number[];
}

interface Ports {
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
}

/** More people at once aren't told: whoever changes groups all day would write to everybody without end. */
const mostTold = 250;

/** Changes who is in a group, by themselves and through subgroups; all of it or nothing. */
export const updateMembers =
  ({ inTransaction, throttle }: Ports) =>
  (caller: Caller, update: MembersUpdate): Result<void> =>
  async () => {
    const isAboutPeople = !isEmpty(update.add) || !isEmpty(update.remove);
    const mayTell =
      isAboutPeople &&
      (await throttle.take("group_notice", `${caller.realmId} ${caller.userId}`)) === undefined;
    return inTransaction(caller, (tx) => async () => {
      const found = callerIn(tx.state, caller);
      if (isLeft(found)) return found;
      const user = found.right;
      if (user.role === "guest") return left(notForGuests);
      if ([update.add, update.remove, update.addSubgroups, update.removeSubgroups].every(isEmpty))
        return left(nothingToDo);
      const added = checkAdded(tx, user, update);
      if (isLeft(added)) return added;
      const removed = checkRemoved(tx, user, update);
      if (isLeft(removed)) return removed;
      const subgroups = checkSubgroupChange(tx, user, {
        groupId: update.groupId,
        add: update.addSubgroups,
        remove: update.removeSubgroups,
      });
      if (isLeft(subgroups)) return subgroups;
      await appendWithSight(tx, [
        ...membersEvents(tx, update.groupId, "add", added.right),
        ...membersEvents(tx, update.groupId, "remove", removed.right),
        ...subgroups.right,
      ]);
      if (!mayTell) return right(undefined);
      const name = tx.state.groups.get(update.groupId)?.name ?? "";
      const who = silentMention(user);
      await tellPeople(tx, user, added.right, `${who} added you to the group @_*${name}*.`);
      await tellPeople(tx, user, removed.right, `${who} removed you from the group @_*${name}*.`);
      return right(undefined);
    })();
  };

const isEmpty = (ids: readonly number[]): boolean => ids.length === 0;

const nothingToDo = badRequest(
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
);

/** One needs less to join or leave by oneself than to move others. */
const groupFor = (
  tx: Transaction,
  user: User,
  groupId: number,
  userIds: readonly number[],
  forOneself: GroupPermission,
  forOthers: GroupPermission,
): Either<ApiError, UserGroup> => {
  const isOneself = userIds.length === 1 && userIds[0] === user.id;
  const permissions = isOneself ? [forOneself, forOthers] : [forOthers];
  return groupToChange(tx.state, user, groupId, permissions, tx.now);
};

const checkAdded = (
  tx: Transaction,
  user: User,
  { groupId, add }: MembersUpdate,
): Either<ApiError, readonly number[]> => {
  if (isEmpty(add)) return right([]);
  const group = groupFor(tx, user, groupId, add, "canJoinGroup", "canAddMembersGroup");
  if (isLeft(group)) return group;
  const members = checkMembers(tx.state, add);
  if (isLeft(members)) return members;
  const already = members.right.find((id) => tx.state.membersOf(groupId).has(id));
  return already === undefined
    ? members
    : left(badRequest(`User ${already} is already a member of this group`));
};

const checkRemoved = (
  tx: Transaction,
  user: User,
  { groupId, remove }: MembersUpdate,
): Either<ApiError, readonly number[]> => {
  if (isEmpty(remove)) return right([]);
  const members = checkMembers(tx.state, remove);
  if (isLeft(members)) return members;
  const group = groupFor(tx, user, groupId, remove, "canLeaveGroup", "canRemoveMembersGroup");
  if (isLeft(group)) return group;
  const stranger = members.right.find((id) => !tx.state.membersOf(groupId).has(id));
  return stranger === undefined
    ? members
    : left(badRequest(`There is no member '${stranger}' in this user group`));
};

const membersEvents = (
  { state }: Transaction,
  groupId: number,
  op: "add" | "remove",
  userIds: readonly number[],
): readonly RealmEvent[] => {
  const isDeactivated = state.groups.get(groupId)?.isDeactivated ?? false;
  return isEmpty(userIds) ? [] : [{ type: "group_members_changed", groupId, op, userIds, isDeactivated }];
};

/** People hear of it from the notification bot; bots don't, nor whoever did it. */
const tellPeople = async (
  tx: Transaction,
  actor: User,
  userIds: readonly number[],
  text: string,
): Promise<void> => {
  const people = userIds.filter((id) => id !== actor.id && tx.state.users.get(id)?.bot === null);
  if (people.length <= mostTold) await sendNotices(tx, people, text);
};
