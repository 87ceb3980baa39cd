import type { UserId } from "../../../domain/ids";
import { seesEveryone, usersSeenBy } from "../../../domain/policy/user-access";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";

/** A state as somebody sees it. */
export interface View {
  readonly state: RealmState;
  /** The people a limited guest or a spectator can see. Undefined for readers who see everyone. */
  readonly isSeen: ((user: User) => boolean) | undefined;
}

/** For a limited guest, this visits the guest's channels. */
export const viewOf = (state: RealmState, reader: User, now: number): View => ({
  state,
  isSeen: seesEveryone(state, reader, now) ? undefined : usersSeenBy(state, reader, now).isSeen,
});

/** Leaves out people the reader can't see. */
export const visibleMembers = (userIds: readonly UserId[], { state, isSeen }: View): readonly UserId[] =>
  isSeen === undefined
    ? userIds
    : userIds.filter((id) => {
        const user = state.users.get(id);
        return user !== undefined && isSeen(user);
      });
