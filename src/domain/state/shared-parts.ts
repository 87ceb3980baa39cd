import type { User } from "../users/user";
import type { UserSettings } from "../users/user-settings";
import { noStatus } from "../users/user-status";

/** At most this many settings objects are cached: comparing with more would cost more than it saves. */
const mostKinds = 16;
const nothing: readonly never[] = [];
const noProfile: User["profile"] = {};

const equal = (one: UserSettings, other: UserSettings): boolean => {
  if (one === other) return true;
  // Both have the same settings, including any that only a newer server knows.
  for (const name in one)
    if (one[name as keyof UserSettings] !== other[name as keyof UserSettings]) return false;
  return true;
};

const shared = <A>(list: readonly A[]): readonly A[] => (list.length === 0 ? nothing : list);

/**
 * Lets users share equal settings objects. Most users have the realm's defaults, and take a third of the
 * memory that way.
 */
export class SharedParts {
  /** Most recently used first. */
  private readonly kinds: UserSettings[] = [];

  withSharedParts(user: User): User {
    const { status } = user;
    return {
      ...user,
      settings: this.settings(user.settings),
      chosenSettings: shared(user.chosenSettings),
      alertWords: shared(user.alertWords),
      mutedUsers: shared(user.mutedUsers),
      profile: Object.keys(user.profile).length === 0 ? noProfile : user.profile,
      status: status.text === "" && status.emoji === null && !status.isAway ? noStatus : status,
    };
  }

  private settings(settings: UserSettings): UserSettings {
    const index = this.kinds.findIndex((kind) => equal(kind, settings));
    const kind = this.kinds[index] ?? settings;
    if (index >= 0) this.kinds.splice(index, 1);
    this.kinds.unshift(kind);
    if (this.kinds.length > mostKinds) this.kinds.pop();
    return kind;
  }
}
