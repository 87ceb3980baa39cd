import type { UserId } from "../ids";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import { valuesOf } from "../state/values-of";
import { type Role, roles } from "../users/role";
import type { User } from "../users/user";

/** Some people in sets, by the properties that decide which groups they are in. */
export interface PeopleByRights {
  readonly everyone: IdSet<UserId>;
  readonly inactive: IdSet<UserId>;
  /** They are in no system group, whatever their role. */
  readonly systemBots: IdSet<UserId>;
  /** Those with at least the rights of the role. */
  withRightsOf(role: Role): IdSet<UserId>;
}

const sorted = (people: readonly User[]): PeopleByRights => {
  const byRole = new Map<Role, UserId[]>(roles.map((role) => [role, []]));
  const inactive: UserId[] = [];
  const systemBots: UserId[] = [];
  for (const { id, role, isActive, isSystemBot } of people) {
    byRole.get(role)?.push(id);
    if (!isActive) inactive.push(id);
    if (isSystemBot) systemBots.push(id);
  }
  const reach = new Map<Role, IdSet<UserId>>();
  let everyone: IdSet<UserId> = IdSet.empty;
  for (const [role, ids] of byRole) {
    everyone = IdSet.union([everyone, IdSet.of(ids)]);
    reach.set(role, everyone);
  }
  return {
    everyone,
    inactive: IdSet.of(inactive),
    systemBots: IdSet.of(systemBots),
    withRightsOf: (role) => reach.get(role) ?? IdSet.empty,
  };
};

const known = new WeakMap<RealmState["users"], PeopleByRights>();

/** All users of a realm. Cached by the state's map of users, which is immutable, because there may be ten thousand. */
export const allPeopleByRights = ({ users }: RealmState): PeopleByRights => {
  const found = known.get(users) ?? sorted(valuesOf(users));
  known.set(users, found);
  return found;
};

/** Up to this share of a realm's users, it is cheaper to look at each of them than at everyone. */
const smallShare = 0.25;

/** Some users of a realm. */
export const peopleByRights = (state: RealmState, userIds: IdSet<UserId>): PeopleByRights => {
  if (!known.has(state.users) && userIds.size <= state.users.size * smallShare)
    return sorted([...userIds].flatMap((id) => state.users.get(id) ?? []));
  const { everyone, inactive, systemBots, withRightsOf } = allPeopleByRights(state);
  return {
    everyone: everyone.and(userIds),
    inactive,
    systemBots,
    withRightsOf: (role) => withRightsOf(role).and(userIds),
  };
};
