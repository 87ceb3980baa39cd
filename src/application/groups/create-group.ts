import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import type { GroupError } from "../../domain/groups/refusals";
import {
  defaultGroupPermissions,
  type GroupPermissions,
  type GroupWithMembers,
  groupPermissionRules,
} from "../../domain/groups/user-group";
import type { GroupId, UserId } from "../../domain/ids";
import type { InputError } from "../../domain/input-refusals";
import type { LimitError } from "../../domain/limit-refusals";
import { checkCreation } from "../../domain/policy/creation-limits";
import { may } from "../../domain/policy/permission";
import type { UserError } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import { checkGroupSettings } from "../permissions/check-group-setting";
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
  return pipe(
    E.Do,
    E.chainFirstW(() => checkCreation(state, creator, ["groups", "groups"], now)),
    E.bindW("members", () => checkMembers(state, input.memberIds)),
    E.bindW("name", () => checkGroupName(state, input.name)),
    E.bindW("description", () => checkGroupDescription(input.description)),
    E.bindW("permissions", () => checkGroupSettings(state, groupPermissionRules, input.permissions)),
    E.bindW("subgroups", () => checkSubgroups(state, input.subgroupIds)),
  );
};
