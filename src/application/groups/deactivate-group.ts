import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { type GroupSetting, groupsIn } from "../../domain/groups/group-setting";
import { type GroupError, type GroupUse, groupDeactivated, groupInUse } from "../../domain/groups/refusals";
import type { GroupId } from "../../domain/ids";
import type { RealmState } from "../../domain/state/realm-state";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { groupToChange } from "./shared/check-group";

const settingsWith = (permissions: Readonly<Record<string, GroupSetting>>, groupId: GroupId) =>
  Object.entries(permissions).flatMap(([name, setting]) =>
    groupsIn(setting).includes(groupId) ? [name] : [],
  );

/** Where a group is a subgroup or holds a permission. */
const findUses = (state: RealmState, groupId: GroupId): readonly GroupUse[] => {
  const groups = [...state.groups.values()];
  const parents = groups
    .filter(({ isDeactivated, subgroups }) => !isDeactivated && subgroups.includes(groupId))
    .map(({ id }) => id);
  // Archived channels and deactivated groups count: they may be reactivated with their permissions.
  const inChannels = [...state.channels.values()].flatMap(({ id, permissions }): GroupUse[] => {
    const settings = settingsWith(permissions, groupId);
    return settings.length > 0 ? [{ kind: "channel", channelId: id, settings }] : [];
  });
  const inGroups = groups.flatMap(({ id, permissions }): GroupUse[] => {
    const settings = settingsWith(permissions, groupId);
    return settings.length > 0 ? [{ kind: "group", groupId: id, settings }] : [];
  });
  const inRealm = settingsWith(state.realm.permissions, groupId);
  return [
    ...(parents.length > 0 ? [{ kind: "subgroup", groupIds: parents } as const] : []),
    ...inChannels,
    ...inGroups,
    ...(inRealm.length > 0 ? [{ kind: "realm", settings: inRealm } as const] : []),
  ];
};

/** Deactivates a user group. Fails if it is in use. API §3. */
export const deactivateGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, groupId: GroupId): TaskEither<CallerError | GroupError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const group = groupToChange(tx.state, user, groupId, ["canManageGroup"], tx.now);
      if (E.isLeft(group)) return group;
      if (group.right.isDeactivated) return E.left(groupDeactivated);
      const uses = findUses(tx.state, groupId);
      if (uses.length > 0) return E.left(groupInUse(uses));
      tx.append({
        type: "group_changed",
        groupId,
        change: { isDeactivated: true },
        isDeactivated: true,
      });
      return E.right(undefined);
    });
