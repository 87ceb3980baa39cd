import { peopleNamedBy } from "../../../domain/groups/group-setting";
import { directSubgroups, roleInGroup, type UserGroup } from "../../../domain/groups/user-group";
import type { UserId } from "../../../domain/ids";
import { isFullMember } from "../../../domain/policy/permission";
import { IdSet } from "../../../domain/state/id-set";
import type { RealmState } from "../../../domain/state/realm-state";
import type { Encoded } from "./encoded";
import { encodePermissions } from "./group-setting";
import { type View, visibleMembers } from "./visible-members";

/** The group's direct active members, whether or not somebody sees them. It ignores that people become full members with time. */
const activeMembers = (state: RealmState, { id, systemName }: UserGroup): IdSet<UserId> => {
  const { standings } = state;
  if (systemName === null) return state.membersOf(id).minus(standings.inactive);
  const role = roleInGroup(systemName);
  return role === undefined ? IdSet.empty : standings.activeWithRole(role);
};

/** People become full members as time passes, without an event. */
const dependsOnTime = ({ systemName }: UserGroup, { realm }: RealmState): boolean =>
  systemName === "role:fullmembers" && realm.settings.waitingPeriodThreshold > 0;

const directMembers = (state: RealmState, group: UserGroup, now: number): readonly UserId[] => {
  const ids = [...activeMembers(state, group)];
  if (!dependsOnTime(group, state)) return ids;
  return ids.filter((id) => {
    const user = state.users.get(id);
    return user !== undefined && isFullMember(state, user, now);
  });
};

/** A user group, naming only people the reader can see. API §2.5. */
export const encodeUserGroup = (
  group: UserGroup,
  view: View,
  now: number,
): Encoded<UserGroup, "systemName" | "subgroups" | "isDeactivated" | "createdAt" | "permissions"> & {
  readonly members: readonly UserId[];
} => ({
  id: group.id,
  name: group.name,
  description: group.description,
  members: visibleMembers(directMembers(view.state, group, now), view),
  direct_subgroup_ids: directSubgroups(group),
  is_system_group: group.systemName !== null,
  deactivated: group.isDeactivated,
  creator_id: group.creatorId,
  date_created: group.createdAt === null ? null : Math.floor(group.createdAt / 1000),
  ...encodePermissions(group.permissions, view),
});

/** A group's JSON, with the people that it depends on. */
interface CachedGroupJson {
  readonly members: IdSet<UserId>;
  /** The active ones among those whom the permissions name. */
  readonly named: IdSet<UserId>;
  readonly text: string;
}

const cachedJson = new WeakMap<UserGroup, CachedGroupJson>();
const namedByGroup = new WeakMap<UserGroup, IdSet<UserId>>();

const activeNamed = ({ standings }: RealmState, group: UserGroup): IdSet<UserId> => {
  const named = namedByGroup.get(group) ?? IdSet.of(peopleNamedBy(group.permissions));
  namedByGroup.set(group, named);
  return named.minus(standings.inactive);
};

/** `encodeUserGroup` as JSON text. For readers who see everyone, it is cached until the group, its members or people whom it names change. */
export const userGroupJson = (group: UserGroup, view: View, now: number): string => {
  const { state, isSeen } = view;
  if (isSeen !== undefined || dependsOnTime(group, state))
    return JSON.stringify(encodeUserGroup(group, view, now));
  const members = activeMembers(state, group);
  const named = activeNamed(state, group);
  const cached = cachedJson.get(group);
  if (cached?.members.equals(members) && cached.named.equals(named)) return cached.text;
  const text = JSON.stringify(encodeUserGroup(group, view, now));
  cachedJson.set(group, { members, named, text });
  return text;
};
