import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import type { GroupSetting } from "../../domain/groups/group-setting";
import type { GroupError } from "../../domain/groups/refusals";
import {
  defaultGroupPermissions,
  type GroupPermissions,
  groupPermissionRules,
  groupPermissions,
} from "../../domain/groups/user-group";
import type { GroupId, UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { creationRefusal } from "../../domain/policy/creation-limits";
import { may } from "../../domain/policy/permission";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserError } from "../../domain/users/refusals";
import { asCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import { checkGroupSetting } from "../permissions/check-group-setting";
import type { InTransaction } from "../transaction";
import { checkGroupDescription, checkGroupName, checkMembers, checkSubgroups } from "./shared/check-group";

interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly UserId[];
  readonly subgroupIds: readonly GroupId[];
  readonly permissions: Partial<GroupPermissions>;
}

const checkPermissions = (
  state: RealmState,
  wanted: Partial<GroupPermissions>,
): Either<GroupError | UserError, Partial<GroupPermissions>> => {
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

/** Creates a user group and returns its id. The creator manages it, unless the permissions say otherwise. */
export const createGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (
    caller: Caller,
    wanted: NewGroup,
  ): Result<number, CallerError | GroupError | InputError | LimitError | UserError> =>
    asCaller(inTransaction, caller, async (tx, creator) => {
      if (!may(tx.state, creator, "canCreateGroups", tx.now)) return left(insufficientPermission);
      const full = creationRefusal(tx.state, creator, ["groups", "groups"], tx.now);
      if (full) return left(full);
      const members = checkMembers(tx.state, wanted.memberIds);
      if (isLeft(members)) return members;
      const name = checkGroupName(tx.state, wanted.name);
      if (isLeft(name)) return name;
      const description = checkGroupDescription(wanted.description);
      if (isLeft(description)) return description;
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
          description: description.right,
          systemName: null,
          members: members.right,
          subgroups: subgroups.right,
          isDeactivated: false,
          creatorId: creator.id,
          createdAt: tx.now,
          permissions: { ...defaultGroupPermissions(creator.id), ...permissions.right },
        },
      });
      return right(id);
    });
