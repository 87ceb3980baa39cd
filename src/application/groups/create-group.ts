import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, noSuchUser } from "../../domain/errors";
import { onlyUser } from "../../domain/group-setting";
import { may } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import { systemGroupId } from "../../domain/system-group";
import type { UserGroup } from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";

export interface GroupWanted {
  readonly name: string;
  readonly description: string;
  readonly memberIds: readonly number[];
}

const longestName = 100;
// Clients write system groups, people and channels with these.
const reserved = ["@", "role:", "user:", "stream:", "channel:"];

const checkName = (state: RealmState, wanted: string): Either<ApiError, string> => {
  const name = wanted.trim();
  if (name === "") return left(badRequest("User group name can't be empty!"));
  if ([...name].length > longestName)
    return left(badRequest(`User group name cannot exceed ${longestName} characters.`));
  const prefix = reserved.find((one) => name.startsWith(one));
  if (prefix !== undefined) return left(badRequest(`User group name cannot start with '${prefix}'.`));
  if (/[\p{Cc}\p{Cs}]/u.test(name)) return left(badRequest("Invalid characters in user group name!"));
  const isTaken = [...state.groups.values()].some((group) => group.name.toLowerCase() === name.toLowerCase());
  return isTaken ? left(badRequest(`User group '${name}' already exists.`)) : right(name);
};

const newGroup = (id: number, creatorId: number, now: number, wanted: GroupWanted): UserGroup => ({
  id,
  name: wanted.name,
  description: wanted.description,
  systemName: null,
  members: [...new Set(wanted.memberIds)],
  subgroups: [],
  isDeactivated: false,
  creatorId,
  createdAt: now,
  permissions: {
    canAddMembersGroup: onlyUser(creatorId),
    canJoinGroup: systemGroupId("role:nobody"),
    canLeaveGroup: systemGroupId("role:everyone"),
    canManageGroup: onlyUser(creatorId),
    canMentionGroup: systemGroupId("role:everyone"),
    canRemoveMembersGroup: systemGroupId("role:nobody"),
  },
});

/** Makes a group of people, which its creator manages; answers with its id. */
export const createGroup =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, wanted: GroupWanted): Result<number> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const creator = callerIn(tx.state, caller);
      if (isLeft(creator)) return creator;
      if (!may(tx.state, creator.right, "canCreateGroups", tx.now))
        return left(badRequest("Insufficient permission"));
      const name = checkName(tx.state, wanted.name);
      if (isLeft(name)) return name;
      if (!wanted.memberIds.every((id) => tx.state.users.get(id)?.isActive)) return left(noSuchUser);
      const id = tx.newId("group");
      tx.append({
        type: "group_created",
        group: newGroup(id, creator.right.id, tx.now, { ...wanted, name: name.right }),
      });
      return right(id);
    });
