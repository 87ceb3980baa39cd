import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, notForGuests } from "../../domain/errors";
import type { GroupSettingUpdate } from "../../domain/group-setting";
import type { GroupChange } from "../../domain/people-event";
import { type GroupPermission, groupPermissionRules } from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import { appendWithSight } from "../channels/sight-through-groups";
import { checkGroupSettingUpdates } from "../permissions/check-group-setting";
import type { InTransaction } from "../transaction";
import { checkGroupName, groupToChange } from "./check-group";

interface GroupUpdate {
  readonly groupId: number;
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** False brings a deactivated group back; true does nothing. */
  readonly isDeactivated: boolean | undefined;
  readonly permissions: Readonly<Partial<Record<GroupPermission, GroupSettingUpdate>>>;
}

const isEmpty = ({ name, description, isDeactivated, permissions }: GroupUpdate): boolean =>
  name === undefined &&
  description === undefined &&
  isDeactivated === undefined &&
  Object.keys(permissions).length === 0;

/** Changes a group's name, description and permissions, or reactivates it. API §4.3. */
export const updateGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, update: GroupUpdate): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (user.right.role === "guest") return left(notForGuests);
      if (isEmpty(update)) return left(badRequest("No new data supplied"));
      const found = groupToChange(tx.state, user.right, update.groupId, ["canManageGroup"], tx.now);
      if (isLeft(found)) return found;
      const group = found.right;
      const name = checkGroupName(tx.state, update.name ?? group.name, group.id);
      if (isLeft(name)) return name;
      const permissions = checkGroupSettingUpdates(
        tx.state,
        groupPermissionRules,
        group.permissions,
        update.permissions,
      );
      if (isLeft(permissions)) return permissions;
      const { description } = update;
      const isDeactivated = group.isDeactivated && update.isDeactivated !== false;
      const change: GroupChange = {
        ...(name.right !== group.name && { name: name.right }),
        ...(description !== undefined && description !== group.description && { description }),
        ...(Object.keys(permissions.right).length > 0 && { permissions: permissions.right }),
      };
      if (update.isDeactivated === false && group.isDeactivated)
        await appendWithSight(tx, [
          {
            type: "group_changed",
            groupId: group.id,
            change: { isDeactivated: false },
            isDeactivated: false,
          },
        ]);
      if (Object.keys(change).length > 0)
        tx.append({ type: "group_changed", groupId: group.id, change, isDeactivated });
      return right(undefined);
    });
