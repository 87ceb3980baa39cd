import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, insufficientPermission } from "../../domain/errors";
import type { GroupSetting } from "../../domain/group-setting";
import { may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import {
  defaultGroupPermissions,
  type GroupPermissions,
  groupPermissionRules,
  groupPermissions,
} from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import { checkGroupSetting } from "../permissions/check-group-setting";
import type { InTransaction } from "../transaction";
import { checkGroupName, checkMembers, checkSubgroups } from "./check-group";

interface GroupWanted {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly number[];
  readonly subgroupIds: readonly number[];
  readonly permissions: Partial<GroupPermissions>;
}

const checkPermissions = (
  state: RealmState,
  wanted: Partial<GroupPermissions>,
): Either<ApiError, Partial<GroupPermissions>> => {
  const checked: Partial<Record<keyof GroupPermissions, GroupSetting>> = {};
  for (const name of groupPermissions) {
    const setting = wanted[name];
    if (setting === undefined) continue;
    const value = checkGroupSetting(state, name, groupPermissionRules[name], setting);
    if (isLeft(value)) return value;
    checked[name] = value.right;
  }
  return right(checked);
};

/** Makes a group of people, which its creator manages unless told otherwise; answers with its id. */
export const createGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: GroupWanted): Result<number> =>
    inTransaction(caller, (tx) => async () => {
      const creator = callerIn(tx.state, caller);
      if (isLeft(creator)) return creator;
      if (!may(tx.state, creator.right, "canCreateGroups", tx.now)) return left(insufficientPermission);
      const members = checkMembers(tx.state, wanted.memberIds);
      if (isLeft(members)) return members;
      const name = checkGroupName(tx.state, wanted.name);
      if (isLeft(name)) return name;
      const permissions = checkPermissions(tx.state, wanted.permissions);
      if (isLeft(permissions)) return permissions;
      const subgroups = checkSubgroups(tx.state, wanted.subgroupIds);
      if (isLeft(subgroups)) return subgroups;
      const id = tx.newId("group");
      tx.append({
        type: "group_created",
        group: {
          id,
          name: name.right,
          description: wanted.description,
          systemName: null,
          members: members.right,
          subgroups: subgroups.right,
          isDeactivated: false,
          creatorId: creator.right.id,
          createdAt: tx.now,
          permissions: { ...defaultGroupPermissions(creator.right.id), ...permissions.right },
        },
      });
      return right(id);
    });
