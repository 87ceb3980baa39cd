import type { RealmState } from "../../../domain/state/realm-state";
import { valuesOf } from "../../../domain/state/values-of";
import type { Role } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";

/** Lists of a realm's users, cached until any of them changes. */
interface Everyone {
  readonly all: readonly User[];
  /** Active users, without system bots. */
  readonly byRole: ReadonlyMap<Role, readonly User[]>;
}

const cachedLists = new WeakMap<RealmState["users"], Everyone>();

/** The lists of a realm's users. */
export const everyoneIn = ({ users }: Pick<RealmState, "users">): Everyone => {
  const cached = cachedLists.get(users);
  if (cached) return cached;
  const all = valuesOf(users);
  const byRole = new Map<Role, User[]>();
  for (const user of all) {
    if (!user.isActive || user.isSystemBot) continue;
    const others = byRole.get(user.role);
    if (others) others.push(user);
    else byRole.set(user.role, [user]);
  }
  const lists = { all, byRole };
  cachedLists.set(users, lists);
  return lists;
};
