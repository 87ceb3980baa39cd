import type { UserId } from "../ids";
import { IdSet } from "../state/id-set";
import type { RealmState } from "../state/realm-state";
import type { Standings } from "../state/standings";
import { type Role, roles } from "../users/role";

/** Some people in sets, by the properties that decide which groups they are in. */
export interface PeopleByRights {
  readonly everyone: IdSet<UserId>;
  readonly inactive: IdSet<UserId>;
  /** They are in no system group, whatever their role. */
  readonly systemBots: IdSet<UserId>;
  /** Those with at least the rights of the role. */
  withRightsOf(role: Role): IdSet<UserId>;
}

const sorted = (standings: Standings): PeopleByRights => {
  const { inactive, systemBots } = standings;
  const reach = new Map<Role, IdSet<UserId>>();
  let everyone: IdSet<UserId> = IdSet.empty;
  for (const role of roles) {
    everyone = IdSet.union([everyone, standings.withRole(role)]);
    reach.set(role, everyone);
  }
  return { everyone, inactive, systemBots, withRightsOf: (role) => reach.get(role) ?? IdSet.empty };
};

const known = new WeakMap<Standings, PeopleByRights>();

/** All users of a realm. The same sets until somebody joins, or gets another role, or comes or goes. */
export const allPeopleByRights = ({ standings }: RealmState): PeopleByRights => {
  const found = known.get(standings) ?? sorted(standings);
  known.set(standings, found);
  return found;
};

/** Some users of a realm. */
export const peopleByRights = (state: RealmState, userIds: IdSet<UserId>): PeopleByRights => {
  const { everyone, inactive, systemBots, withRightsOf } = allPeopleByRights(state);
  return {
    everyone: everyone.and(userIds),
    inactive,
    systemBots,
    withRightsOf: (role) => withRightsOf(role).and(userIds),
  };
};
