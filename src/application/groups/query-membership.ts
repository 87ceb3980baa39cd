import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, noSuchUser, notForGuests } from "../../domain/errors";
import { isMemberOf, subgroupsWithin } from "../../domain/permission";
import type { RealmState } from "../../domain/realm-state";
import { directSubgroups, type UserGroup } from "../../domain/user-group";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import { noSuchGroup } from "./check-group";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

interface Query {
  readonly groupId: number;
  /** Whether to leave out what is in the group only through a subgroup. */
  readonly directOnly: boolean;
}

const groupToRead = (state: RealmState, caller: Caller, groupId: number): Either<ApiError, UserGroup> => {
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  if (user.right.role === "guest") return left(notForGuests);
  const group = state.groups.get(groupId);
  return group === undefined ? left(noSuchGroup) : right(group);
};

/** Who is in a group: ids of active users. */
export const listMembers =
  ({ directory, clock }: Ports) =>
  (caller: Caller, { groupId, directOnly }: Query): Result<readonly number[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const group = groupToRead(state, caller, groupId);
    if (isLeft(group)) return group;
    const now = clock.now();
    return right(
      [...state.users.values()]
        .filter((user) => user.isActive && isMemberOf(state, user, group.right, directOnly, now))
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    );
  };

/** Whether a user is in a group. */
export const isMember =
  ({ directory, clock }: Ports) =>
  (caller: Caller, userId: number, { groupId, directOnly }: Query): Result<boolean> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const group = groupToRead(state, caller, groupId);
    if (isLeft(group)) return group;
    const user = state.users.get(userId);
    if (!user?.isActive) return left(noSuchUser);
    return right(isMemberOf(state, user, group.right, directOnly, clock.now()));
  };

/** The groups inside a group. */
export const listSubgroups =
  ({ directory }: Ports) =>
  (caller: Caller, { groupId, directOnly }: Query): Result<readonly number[]> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const group = groupToRead(state, caller, groupId);
    if (isLeft(group)) return group;
    const direct = directSubgroups(group.right);
    const ids = directOnly ? direct : [...subgroupsWithin(state, direct)];
    return right([...ids].sort((a, b) => a - b));
  };
