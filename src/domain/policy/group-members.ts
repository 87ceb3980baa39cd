import type { UserGroup } from "../groups/user-group";
import type { GroupId } from "../ids";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import type { User } from "../users/user";
import { isInSystemGroup, nestedIn } from "./permission";

/**
 * Finds who of some people is in a group, directly or through subgroups: the same as `isInGroup` of each. A group is
 * looked at once, as a set, however many people there are and however many groups contain it.
 */
export const membersAmong = (
  state: RealmState,
  people: readonly User[],
  now: number,
): ((groupId: GroupId) => IdSet) => {
  const everyone = IdSet.of(people.map(({ id }) => id));
  const direct = remembered((group: UserGroup): IdSet => {
    const { systemName } = group;
    return systemName === null
      ? everyone.and(state.membersOf(group.id))
      : IdSet.of(people.filter((user) => isInSystemGroup(state, user, systemName, now)).map(({ id }) => id));
  });
  return remembered((groupId: GroupId): IdSet => {
    const group = state.groups.get(groupId);
    return group === undefined || group.isDeactivated
      ? IdSet.empty
      : IdSet.union([group, ...nestedIn(state, group)].map(direct));
  });
};

const remembered = <Key, A>(find: (key: Key) => A): ((key: Key) => A) => {
  const known = new Map<Key, A>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
};
