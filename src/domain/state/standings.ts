import type { UserId } from "../ids";
import { type Role, roles } from "../users/role";
import type { User } from "../users/user";
import { IdSet } from "./id-set";

type ByRole = ReadonlyMap<Role, IdSet<UserId>>;
type Changes = readonly (readonly [before: User | undefined, now: User | undefined])[];
type Listed = (user: User) => boolean;

/**
 * A realm's users in sets, by the properties that decide which system groups they are in. It is the same object until one of these
 * properties changes, so that what depends on nothing else of the users can be cached by it.
 */
export class Standings {
  static readonly none = new Standings(
    new Map(roles.map((role) => [role, IdSet.empty])),
    IdSet.empty,
    IdSet.empty,
  );

  readonly #active = new Map<Role, IdSet<UserId>>();

  private constructor(
    /** Every role is a key. */
    private readonly byRole: ByRole,
    readonly inactive: IdSet<UserId>,
    /** They are in no system group, whatever their role. */
    readonly systemBots: IdSet<UserId>,
  ) {}

  /** Users with exactly this role, including inactive users and system bots. */
  withRole(role: Role): IdSet<UserId> {
    return this.byRole.get(role) ?? IdSet.empty;
  }

  /** Members of the role's system group. */
  activeWithRole(role: Role): IdSet<UserId> {
    const found = this.#active.get(role) ?? this.withRole(role).minus(this.inactive).minus(this.systemBots);
    this.#active.set(role, found);
    return found;
  }

  /** Each pair holds a user before and after; undefined where the user did not or does not exist. */
  changed(all: Changes): Standings {
    const changes = all.filter(
      ([before, now]) =>
        before?.role !== now?.role ||
        before?.isActive !== now?.isActive ||
        before?.isSystemBot !== now?.isSystemBot,
    );
    if (changes.length === 0) return this;
    return new Standings(
      new Map(
        [...this.byRole].map(([role, set]) => [role, replaced(set, changes, (user) => user.role === role)]),
      ),
      replaced(this.inactive, changes, ({ isActive }) => !isActive),
      replaced(this.systemBots, changes, ({ isSystemBot }) => isSystemBot),
    );
  }
}

const replaced = (set: IdSet<UserId>, changes: Changes, isListed: Listed): IdSet<UserId> =>
  set.changed(
    changes.flatMap(([before, now]) => {
      const id = now?.id ?? before?.id;
      return id === undefined ? [] : [[id, now !== undefined && isListed(now)] as const];
    }),
  );
