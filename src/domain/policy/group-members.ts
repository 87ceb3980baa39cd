import type { SystemGroupName } from "../groups/system-group";
import { leastRoleIn, type UserGroup } from "../groups/user-group";
import type { GroupId, UserId } from "../ids";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import { millisecondsIn } from "../units/time";
import { allPeopleByRights, type PeopleByRights } from "./people-by-rights";
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

/** The sizes of groups, with the values that they follow from. */
interface KnownSizes {
  readonly members: RealmState["parts"]["members"];
  readonly users: RealmState["users"];
  readonly realm: RealmState["realm"];
  readonly countedAt: number;
  readonly sizeOf: (groupId: GroupId) => number;
}

/** By the state's map of groups, which is immutable. A message notifies thousands of people about the same groups. */
const knownSizes = new WeakMap<RealmState["groups"], KnownSizes>();

/** How many people are in a group, directly or through subgroups. New full members may count a minute late. */
export const sizeOfGroup = (state: RealmState, groupId: GroupId, now: number): number => {
  const { groups, users, realm } = state;
  const { members } = state.parts;
  const known = knownSizes.get(groups);
  const isCurrent =
    known !== undefined &&
    known.members === members &&
    known.users === users &&
    known.realm === realm &&
    now - known.countedAt < millisecondsIn.minute;
  if (isCurrent) return known.sizeOf(groupId);
  const membersOf = membersAmong(state, allPeopleByRights(state), now);
  const sizeOf = remembered((id: GroupId) => membersOf(id).size);
  knownSizes.set(groups, { members, users, realm, countedAt: now, sizeOf });
  return sizeOf(groupId);
};

/**
 * Which of some people are direct members of any of the groups; roles don't count. Looks at the people or at the groups, whichever are
 * fewer: a message may mention thousands of groups with ten thousand members each.
 */
export const directMembersAmong = (
  state: RealmState,
  people: IdSet<UserId>,
  groupIds: IdSet<GroupId>,
): IdSet<UserId> =>
  people.size < groupIds.size
    ? IdSet.of([...people].filter((id) => state.membershipsOf(id).and(groupIds).size > 0))
    : IdSet.union([...groupIds].map((id) => state.membersOf(id))).and(people);

const remembered = <Key, A>(find: (key: Key) => A): ((key: Key) => A) => {
  const known = new Map<Key, A>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
};
