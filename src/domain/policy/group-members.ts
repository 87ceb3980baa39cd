import type { SystemGroupName } from "../groups/system-group";
import { leastRoleIn, type UserGroup } from "../groups/user-group";
import type { GroupId } from "../ids";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import type { PeopleByRights } from "./people-by-rights";
import { isFullMember, nestedIn } from "./permission";

/**
 * Finds which of some people are in a group, directly or through subgroups: those for whom `isInGroup` is true. Looks at each
 * group once, as a set, however many people there are and however many groups contain it.
 */
export const membersAmong = (
  state: RealmState,
  { everyone, systemBots, withRightsOf }: PeopleByRights,
  now: number,
): ((groupId: GroupId) => IdSet) => {
  const fullMembers = (): IdSet =>
    IdSet.of(
      [...withRightsOf("member")].filter((id) => {
        const user = state.users.get(id);
        return user !== undefined && isFullMember(state, user, now);
      }),
    );
  const inSystemGroup = (name: SystemGroupName): IdSet => {
    if (name === "role:fullmembers") return fullMembers();
    const leastRole = leastRoleIn(name);
    return leastRole === undefined ? IdSet.empty : withRightsOf(leastRole);
  };
  const direct = remembered(
    ({ id, systemName }: UserGroup): IdSet =>
      systemName === null ? everyone.and(state.membersOf(id)) : inSystemGroup(systemName).minus(systemBots),
  );
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
