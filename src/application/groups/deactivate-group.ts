import { isLeft, left, right } from "fp-ts/Either";
import type { GroupUse } from "../../domain/errors";
import { type GroupSetting, groupsIn } from "../../domain/group-setting";
import type { RealmState } from "../../domain/realm-state";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { groupIsDeactivated, groupToChange } from "./check-group";

const settingsWith = (permissions: Readonly<Record<string, GroupSetting>>, groupId: number) =>
  Object.entries(permissions).flatMap(([name, setting]) =>
    groupsIn(setting).includes(groupId) ? [name] : [],
  );

/** Where a group holds others together or gives a permission. */
const usesOf = (state: RealmState, groupId: number): readonly GroupUse[] => {
  const groups = [...state.groups.values()];
  const holders = groups
    .filter(({ isDeactivated, subgroups }) => !isDeactivated && subgroups.includes(groupId))
    .map(({ id }) => id);
  // Archived channels and deactivated groups count: they keep their permissions and may come back.
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
    ...(holders.length > 0 ? [{ kind: "subgroup", groupIds: holders } as const] : []),
    ...inChannels,
    ...inGroups,
    ...(inRealm.length > 0 ? [{ kind: "realm", settings: inRealm } as const] : []),
  ];
};

/** Takes a group out of use; fails where it is in use. API §3. */
export const deactivateGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, groupId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const group = groupToChange(tx.state, user.right, groupId, ["canManageGroup"], tx.now);
      if (isLeft(group)) return group;
      if (group.right.isDeactivated) return left(groupIsDeactivated);
      const uses = usesOf(tx.state, groupId);
      if (uses.length > 0)
        return left({
          code: "CANNOT_DEACTIVATE_GROUP_IN_USE",
          message: "Cannot deactivate user group in use.",
          uses,
        });
      tx.append({
        type: "group_changed",
        groupId,
        change: { isDeactivated: true },
        isDeactivated: true,
      });
      return right(undefined);
    });
