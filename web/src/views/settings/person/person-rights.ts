import { UserRole } from "../../../wire/numbers";
import type { User } from "../../../wire/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { isAdministrator, isOwner, type SettingsStore } from "../parts/scope";

const { reasons } = administrationWords;

type Reader = Pick<SettingsStore, "people" | "ownId">;

/** Why the user can't change a person's role or deactivate them; undefined if they can. */
export const whyNotPerson = (store: Reader, user: User): string | undefined => {
  if (user.user_id === store.ownId) return reasons.oneself;
  if (!isAdministrator(store) || user.is_system_bot === true) return reasons.people;
  return user.role === UserRole.owner && !isOwner(store) ? reasons.onlyOwner : undefined;
};

/** Why the user can't edit a person's name and profile; undefined if they can. */
export const whyNotProfile = (store: Reader, user: User): string | undefined =>
  isAdministrator(store) && user.is_system_bot !== true ? undefined : reasons.people;

/** Why the user can't log a person out: nobody can for people who outrank them; undefined if they can. */
export const whyNotAccess = (store: Reader, user: User): string | undefined => {
  const self = store.people.value.users.get(store.ownId);
  return (
    whyNotPerson(store, user) ?? ((self?.role ?? UserRole.guest) > user.role ? reasons.onlyOwner : undefined)
  );
};
