import type { UserGroup } from "../../../domain/groups/user-group";
import type { UserId } from "../../../domain/ids";
import { seesEveryone, usersSeenBy } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import { encodeUserGroup } from "./user-group";

/** Tells whom a reader can see. Undefined means everyone. */
export type LimitedView = ((user: User) => boolean) | undefined;

export const limitedViewOf = (state: RealmState, reader: User, now: number): LimitedView =>
  seesEveryone(state, reader, now) ? undefined : usersSeenBy(state, reader, now).isSeen;

/** Leaves out people whom the reader can't see. */
export const seenMembers = (
  userIds: readonly UserId[],
  state: RealmState,
  isSeen: LimitedView,
): readonly UserId[] =>
  isSeen === undefined
    ? userIds
    : userIds.filter((id) => {
        const user = state.users.get(id);
        return user !== undefined && isSeen(user);
      });

/** A user group with only the members whom the reader can see. */
export const encodeSeenGroup = (
  group: UserGroup,
  state: RealmState,
  isSeen: LimitedView,
  now: number,
): ReturnType<typeof encodeUserGroup> => {
  const encoded = encodeUserGroup(group, state, now);
  return { ...encoded, members: seenMembers(encoded.members, state, isSeen) };
};
