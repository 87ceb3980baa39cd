import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, notForGuests } from "../../domain/caller-refusals";
import type { GroupChange } from "../../domain/events/people-event";
import type { GroupSettingUpdate } from "../../domain/groups/group-setting";
import { emptyGroupUpdate, type GroupError } from "../../domain/groups/refusals";
import { type GroupPermission, groupPermissionRules, type UserGroup } from "../../domain/groups/user-group";
import type { GroupId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { UserError } from "../../domain/users/refusals";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { appendWithVisibility } from "../channels/shared/append-with-visibility";
import { changedPart, type EntityUpdate } from "../entity-update";
import { checkGroupSettingUpdates } from "../permissions/check-group-setting";
import type { InTransaction } from "../transaction";
import { checkGroupDescription, checkGroupName, groupToChange } from "./shared/check-group";

/** Subgroups have use cases of their own. */
type FixedField = "id" | "systemName" | "subgroups" | "creatorId" | "createdAt" | "permissions";

/** An update with `isDeactivated` false reactivates the group. True has no effect: deactivating is a separate use case. */
interface GroupUpdate extends EntityUpdate<UserGroup, FixedField> {
  readonly groupId: GroupId;
  readonly permissions: Readonly<Partial<Record<GroupPermission, GroupSettingUpdate>>>;
}

const isEmpty = ({ groupId: _, permissions, ...fields }: GroupUpdate): boolean =>
  Object.values(fields).every((value) => value === undefined) && Object.keys(permissions).length === 0;

/** Changes a group's name, description and permissions, or reactivates it. API §4.3. */
export const updateGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    update: GroupUpdate,
  ): TaskEither<CallerError | GroupError | InputError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      if (user.role === "guest") return E.left(notForGuests);
      if (isEmpty(update)) return E.left(emptyGroupUpdate);
      const found = groupToChange(tx.state, user, update.groupId, ["canManageGroup"], tx.now);
      if (E.isLeft(found)) return found;
      const group = found.right;
      const name = checkGroupName(tx.state, update.name ?? group.name, group.id);
      if (E.isLeft(name)) return name;
      const description =
        update.description === undefined
          ? E.right(group.description)
          : checkGroupDescription(update.description);
      if (E.isLeft(description)) return description;
      const permissions = checkGroupSettingUpdates(
        tx.state,
        groupPermissionRules,
        group.permissions,
        update.permissions,
      );
      if (E.isLeft(permissions)) return permissions;
      const isDeactivated = group.isDeactivated && update.isDeactivated !== false;
      const fields: Omit<UserGroup, FixedField | "isDeactivated"> = {
        name: name.right,
        description: description.right,
      };
      const change: GroupChange = {
        ...changedPart<Partial<UserGroup>>(group, fields),
        ...(Object.keys(permissions.right).length > 0 && { permissions: permissions.right }),
      };
      // A reactivated group may open channels to its members. The other fields open nothing: nobody sees more by them.
      if (update.isDeactivated === false && group.isDeactivated)
        await appendWithVisibility(tx, [
          {
            type: "group_changed",
            groupId: group.id,
            change: { isDeactivated: false },
            isDeactivated: false,
          },
        ]);
      if (Object.keys(change).length > 0)
        tx.append({ type: "group_changed", groupId: group.id, change, isDeactivated });
      return E.right(undefined);
    });
