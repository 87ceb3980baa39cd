import type { User } from "../user";
import type { UserSettings } from "../user-settings";
import { noStatus } from "../user-status";

/** So many kinds of settings are known at a time; more of them would cost more to look through than they save. */
const mostKinds = 16;
const nothing: readonly never[] = [];
const noProfile: User["profile"] = {};

const equal = (one: UserSettings, other: UserSettings): boolean => {
  for (const name in one)
    if (one[name as keyof UserSettings] !== other[name as keyof UserSettings]) return false;
  return true;
};

const shared = <A>(list: readonly A[]): readonly A[] => (list.length === 0 ? nothing : list);

/** Lets users share what is equal: most have the settings that their realm begins with, and take a third of the memory then. */
export class SharedParts {
  /** The one met last comes first. */
  private readonly kinds: UserSettings[] = [];

  of(user: User): User {
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

  private settings(own: UserSettings): UserSettings {
    const place = this.kinds.findIndex((kind) => equal(kind, own));
    const kind = this.kinds[place] ?? own;
    if (place >= 0) this.kinds.splice(place, 1);
    this.kinds.unshift(kind);
    if (this.kinds.length > mostKinds) this.kinds.pop();
    return kind;
  }
}
