import type { RealmState } from "../../../domain/realm-state";
import type { Role } from "../../../domain/role";
import { valuesOf } from "../../../domain/state/values-of";
import type { User } from "../../../domain/user";

/** Users by what is asked of them, worked out once for all who ask before any of them changes. */
interface Everyone {
  readonly all: readonly User[];
  /** Active ones, without the server's bots. */
  readonly byRole: ReadonlyMap<Role, readonly User[]>;
}

const known = new WeakMap<RealmState["users"], Everyone>();

/** All users of a realm, as lists. */
export const everyoneIn = ({ users }: Pick<RealmState, "users">): Everyone => {
  const ready = known.get(users);
  if (ready) return ready;
  const all = valuesOf(users);
  const byRole = new Map<Role, User[]>();
  for (const user of all) {
    if (!user.isActive || user.isSystemBot) continue;
    const others = byRole.get(user.role);
    if (others) others.push(user);
    else byRole.set(user.role, [user]);
  }
  const made = { all, byRole };
  known.set(users, made);
  return made;
};
