import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import type { GroupSetting } from "../../domain/groups/group-setting";
import type { GroupError } from "../../domain/groups/refusals";
import {
  defaultGroupPermissions,
  type GroupPermissions,
  type GroupWithMembers,
  groupPermissionRules,
  groupPermissions,
} from "../../domain/groups/user-group";
import type { GroupId, UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkCreation } from "../../domain/policy/creation-limits";
import { may } from "../../domain/policy/permission";
import type { RealmState } from "../../domain/state/realm-state";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { checkGroupSetting } from "../permissions/check-group-setting";
import type { InTransaction, Transaction } from "../transaction";
import { checkGroupDescription, checkGroupName, checkMembers, checkSubgroups } from "./shared/check-group";

interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly UserId[];
  readonly subgroupIds: readonly GroupId[];
  readonly permissions: Partial<GroupPermissions>;
}

type CreateError = CallerError | GroupError | InputError | LimitError | UserError;

const checkPermissions = (
  state: RealmState,
  input: Partial<GroupPermissions>,
): E.Either<GroupError | UserError, Partial<GroupPermissions>> => {
  const checked: Partial<Record<keyof GroupPermissions, GroupSetting>> = {};
  for (const name of groupPermissions) {
    const setting = input[name];
    if (setting === undefined) continue;
    const value = checkGroupSetting(state, name, groupPermissionRules[name], setting);
    if (E.isLeft(value)) return value;
    checked[name] = value.right;
  }
  return E.right(checked);
};

/** Creates a user group and returns its id. The creator manages it, unless the permissions say otherwise. */
export const createGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, input: NewGroup): TaskEither<CreateError, GroupId> =>
    asCaller(inTransaction, caller, async (tx, creator) => {
      const checked = checkNewGroup(tx, creator, input);
      if (E.isLeft(checked)) return checked;
      const { permissions, ...fields } = checked.right;
      const id = tx.newId("group");
      tx.append({
        type: "group_created",
        group: {
          ...fields,
          id,
          systemName: null,
          isDeactivated: false,
          creatorId: creator.id,
          createdAt: tx.now,
          permissions: { ...defaultGroupPermissions(creator.id), ...permissions },
        },
      });
      return E.right(id);
    });

const checkNewGroup = (
  { state, now }: Transaction,
  creator: User,
  input: NewGroup,
): E.Either<
  CreateError,
  Pick<GroupWithMembers, "name" | "description" | "members" | "subgroups"> & Pick<NewGroup, "permissions">
> => {
  if (!may(state, creator, "canCreateGroups", now)) return E.left(insufficientPermission);
  const room = checkCreation(state, creator, ["groups", "groups"], now);
  if (E.isLeft(room)) return room;
  return pipe(
    E.Do,
    E.bind("members", () => checkMembers(state, input.memberIds)),
    E.bindW("name", () => checkGroupName(state, input.name)),
    E.bindW("description", () => checkGroupDescription(input.description)),
    E.bindW("permissions", () => checkPermissions(state, input.permissions)),
    E.bindW("subgroups", () => checkSubgroups(state, input.subgroupIds)),
  );
};
