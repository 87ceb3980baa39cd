import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import type { RealmEvent } from "../../domain/events/event";
import { alreadyMember, emptyMembersUpdate, type GroupError, notMember } from "../../domain/groups/refusals";
import type { GroupPermission, UserGroup } from "../../domain/groups/user-group";
import type { GroupId, UserId } from "../../domain/ids";
import { throttleKeyOf } from "../../domain/policy/allowance";
import { IdSet } from "../../domain/state/id-set";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { actingAs } from "../as-caller";
import type { Caller } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import type { RealmDirectory } from "../held-realms/realm-directory";
import { silentMention } from "../notices/notice";
import { sendNotices } from "../notices/send-notices";
import type { Throttle } from "../ports/system/throttle";
import type { InTransaction, Transaction } from "../transaction";
import { checkSubgroupChange } from "./internal/check-subgroups";
import { checkMembers, groupToChange } from "./shared/check-group";

interface MembersUpdate {
  readonly groupId: GroupId;
  readonly add: readonly UserId[];
  readonly remove: readonly UserId[];
  readonly addSubgroups: readonly GroupId[];
  readonly removeSubgroups: readonly GroupId[];
}

interface Ports {
  readonly directory: RealmDirectory;
  readonly inTransaction: InTransaction;
  readonly throttle: Throttle;
}

/** If more users are added or removed at once, nobody is notified, so that group changes cannot flood the realm. */
const mostNotified = 250;

/** Changes the members and subgroups of a group, all or none. */
export const updateMembers =
  ({ directory, inTransaction, throttle }: Ports) =>
  (caller: Caller, update: MembersUpdate): TaskEither<CallerError | GroupError | UserError, void> =>
  async () => {
    const state = await directory.stateOf(caller.realmId);
    const changesMembers = !isEmpty(update.add) || !isEmpty(update.remove);
    const mayNotify =
      changesMembers &&
      (await throttle.take("group_notice", throttleKeyOf(state, caller.userId))) === undefined;
    return inTransaction(
      caller,
      actingAs(caller, async (tx, user) => {
        if (user.role === "guest") return E.left(notForGuests);
        if ([update.add, update.remove, update.addSubgroups, update.removeSubgroups].every(isEmpty))
          return E.left(emptyMembersUpdate);
        const added = checkAdded(tx, user, update);
        if (E.isLeft(added)) return added;
        const removed = checkRemoved(tx, user, update);
        if (E.isLeft(removed)) return removed;
        const subgroups = checkSubgroupChange(tx, user, {
          groupId: update.groupId,
          add: update.addSubgroups,
          remove: update.removeSubgroups,
        });
        if (E.isLeft(subgroups)) return subgroups;
        await appendWithVisibility(tx, [
          ...memberEvents(tx, update.groupId, "add", added.right),
          ...memberEvents(tx, update.groupId, "remove", removed.right),
          ...subgroups.right,
        ]);
        if (!mayNotify) return E.right(undefined);
        const name = tx.state.groups.get(update.groupId)?.name ?? "";
        const actor = silentMention(user);
        await notifyPeople(tx, user, added.right, `${actor} added you to the group @_*${name}*.`);
        await notifyPeople(tx, user, removed.right, `${actor} removed you from the group @_*${name}*.`);
        return E.right(undefined);
      }),
    );
  };

const isEmpty = (ids: readonly number[]): boolean => ids.length === 0;

/** The group, if the user may change these members. Joining and leaving oneself takes fewer permissions. */
const groupToChangeMembers = (
  tx: Transaction,
  user: User,
  groupId: GroupId,
  userIds: readonly UserId[],
  forSelf: GroupPermission,
  forOthers: GroupPermission,
): E.Either<CallerError | GroupError, UserGroup> => {
  const isSelf = userIds.length === 1 && userIds[0] === user.id;
  const permissions = isSelf ? [forSelf, forOthers] : [forOthers];
  return groupToChange(tx.state, user, groupId, permissions, tx.now);
};

const checkAdded = (
  tx: Transaction,
  user: User,
  { groupId, add }: MembersUpdate,
): E.Either<CallerError | GroupError | UserError, readonly UserId[]> => {
  if (isEmpty(add)) return E.right([]);
  return pipe(
    groupToChangeMembers(tx, user, groupId, add, "canJoinGroup", "canAddMembersGroup"),
    E.chainW(() => checkMembers(tx.state, add)),
    E.chainW((members) => {
      const present = IdSet.ofList(members).and(tx.state.membersOf(groupId));
      const presentId = present.size === 0 ? undefined : members.find((id) => present.has(id));
      return presentId === undefined ? E.right(members) : E.left(alreadyMember(presentId));
    }),
  );
};

const checkRemoved = (
  tx: Transaction,
  user: User,
  { groupId, remove }: MembersUpdate,
): E.Either<CallerError | GroupError | UserError, readonly UserId[]> => {
  if (isEmpty(remove)) return E.right([]);
  return pipe(
    checkMembers(tx.state, remove),
    E.chainFirstW(() =>
      groupToChangeMembers(tx, user, groupId, remove, "canLeaveGroup", "canRemoveMembersGroup"),
    ),
    E.chainW((members) => {
      const absent = IdSet.ofList(members).minus(tx.state.membersOf(groupId));
      const absentId = absent.size === 0 ? undefined : members.find((id) => absent.has(id));
      return absentId === undefined ? E.right(members) : E.left(notMember(absentId));
    }),
  );
};

const memberEvents = (
  { state }: Transaction,
  groupId: GroupId,
  op: "add" | "remove",
  userIds: readonly UserId[],
): readonly RealmEvent[] => {
  const isDeactivated = state.groups.get(groupId)?.isDeactivated ?? false;
  return isEmpty(userIds) ? [] : [{ type: "group_members_changed", groupId, op, userIds, isDeactivated }];
};

/** Sends a direct message from the notification bot to the users, except bots and the actor. */
const notifyPeople = async (
  tx: Transaction,
  actor: User,
  userIds: readonly UserId[],
  text: string,
): Promise<void> => {
  const people = userIds.filter((id) => id !== actor.id && tx.state.users.get(id)?.bot === null);
  if (people.length <= mostNotified) await sendNotices(tx, actor, people, text);
};
