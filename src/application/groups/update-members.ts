import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, notForGuests } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import type { GroupPermission, UserGroup } from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import { type Notice, prepareNotice, sendNotice, silentMention } from "../messages/notice";
import type { MessageRenderer } from "../ports/message-renderer";
import type { RealmDirectory } from "../realm-directory";
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
  readonly directory: RealmDirectory;
  readonly renderer: MessageRenderer;
}

interface Notices {
  readonly added: Notice;
  readonly removed: Notice;
}

/** Changes who is in a group, by themselves and through subgroups; all of it or nothing. */
export const updateMembers =
  ({ inTransaction, directory, renderer }: Ports) =>
  (caller: Caller, update: MembersUpdate): Result<void> =>
  async () => {
    const { realmId } = caller;
    const notices = await prepareNotices(renderer, await directory.of(realmId), caller, update.groupId);
    return inTransaction(realmId, (tx) => async () => {
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
      appendMembers(tx, update.groupId, "add", added.right);
      appendMembers(tx, update.groupId, "remove", removed.right);
      for (const event of subgroups.right) tx.append(event);
      await tellPeople(tx, user, added.right, notices?.added);
      await tellPeople(tx, user, removed.right, notices?.removed);
      return right(undefined);
    })();
  };

const isEmpty = (ids: readonly number[]): boolean => ids.length === 0;

const nothingToDo = badRequest(
  'Nothing to do. Specify at least one of "add", "delete", "add_subgroups" or "delete_subgroups".',
);

const prepareNotices = async (
  renderer: MessageRenderer,
  state: RealmState,
  { userId }: Caller,
  groupId: number,
): Promise<Notices | undefined> => {
  const user = state.users.get(userId);
  const group = state.groups.get(groupId);
  if (user === undefined || group === undefined) return undefined;
  const who = silentMention(user);
  return {
    added: await prepareNotice(renderer, state, `${who} added you to the group @_*${group.name}*.`),
    removed: await prepareNotice(renderer, state, `${who} removed you from the group @_*${group.name}*.`),
  };
};

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
  const already = members.right.find((id) => group.right.members.includes(id));
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
  const stranger = members.right.find((id) => !group.right.members.includes(id));
  return stranger === undefined
    ? members
    : left(badRequest(`There is no member '${stranger}' in this user group`));
};

const appendMembers = (
  tx: Transaction,
  groupId: number,
  op: "add" | "remove",
  userIds: readonly number[],
): void => {
  const isDeactivated = tx.state.groups.get(groupId)?.isDeactivated ?? false;
  if (!isEmpty(userIds)) tx.append({ type: "group_members_changed", groupId, op, userIds, isDeactivated });
};

/** People hear of it from the notification bot; bots don't, nor whoever did it. */
const tellPeople = async (
  tx: Transaction,
  actor: User,
  userIds: readonly number[],
  notice: Notice | undefined,
): Promise<void> => {
  for (const id of userIds)
    if (notice && id !== actor.id && tx.state.users.get(id)?.bot === null) await sendNotice(tx, id, notice);
};
