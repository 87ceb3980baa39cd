import type { UserId } from "../../../domain/ids";
import type { RealmState } from "../../../domain/state/realm-state";
import { valuesOf } from "../../../domain/state/values-of";
import type { Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { encodeStatus } from "./user-status";

/** The three lists of people that clients know. */
export interface PeopleLists {
  readonly active: readonly User[];
  readonly inactive: readonly User[];
  readonly systemBots: readonly User[];
}

/** People that the reader may not know count as active. */
export const peopleListsOf = (
  all: readonly User[],
  isKnown: (one: User) => boolean = () => true,
): PeopleLists => ({
  active: all.filter((one) => !one.isSystemBot && (one.isActive || !isKnown(one))),
  inactive: all.filter((one) => !one.isSystemBot && !one.isActive && isKnown(one)),
  systemBots: all.filter((one) => one.isSystemBot),
});

/** Lists of a realm's users, cached until any of them changes. */
interface Everyone {
  readonly all: readonly User[];
  /** As seen by readers who know everyone. */
  readonly lists: PeopleLists;
  /** Active users, without system bots. */
  readonly byRole: ReadonlyMap<Role, Fellows>;
  readonly bots: readonly User[];
  /** Active users with a status. */
  readonly withStatus: readonly User[];
}

/** Users of one role. */
interface Fellows {
  readonly users: readonly User[];
  readonly ids: readonly UserId[];
}

const cachedLists = new WeakMap<RealmState["users"], Everyone>();

/** The lists of a realm's users. */
export const everyoneIn = ({ users }: Pick<RealmState, "users">): Everyone => {
  const cached = cachedLists.get(users);
  if (cached) return cached;
  const all = valuesOf(users);
  const byRole = new Map<Role, { users: User[]; ids: UserId[] }>();
  for (const user of all) {
    if (!user.isActive || user.isSystemBot) continue;
    const fellows = byRole.get(user.role) ?? { users: [], ids: [] };
    fellows.users.push(user);
    fellows.ids.push(user.id);
    byRole.set(user.role, fellows);
  }
  const everyone = {
    all,
    lists: peopleListsOf(all),
    byRole,
    bots: all.filter(({ bot }) => bot !== null),
    withStatus: all.filter(({ isActive, status }) => isActive && encodeStatus(status) !== undefined),
  };
  cachedLists.set(users, everyone);
  return everyone;
};
