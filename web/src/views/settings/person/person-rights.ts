import type { User } from "../../../api/wire";
import { administrationWords } from "../../../words/en-channel-administration";
import { isAdministrator, isOwner, type Known } from "../scope";

const owner = 100;
const { reasons } = administrationWords;

type Reader = Pick<Known, "people" | "ownId">;

/** Why the reader may not change the role of somebody, or end their account; undefined where they may. */
export const whyNotPerson = (store: Reader, user: User): string | undefined => {
  if (user.user_id === store.ownId) return reasons.oneself;
  if (!isAdministrator(store) || user.is_system_bot === true) return reasons.people;
  return user.role === owner && !isOwner(store) ? reasons.onlyOwner : undefined;
};

/** Why the reader may not change somebody's name and profile; undefined where they may. */
export const whyNotProfile = (store: Reader, user: User): string | undefined =>
  isAdministrator(store) && user.is_system_bot !== true ? undefined : reasons.people;

/** Why the reader may not log somebody out: of nobody who outranks them; undefined where they may. */
export const whyNotAccess = (store: Reader, user: User): string | undefined => {
  const own = store.people.value.users.get(store.ownId);
  return whyNotPerson(store, user) ?? ((own?.role ?? 600) > user.role ? reasons.onlyOwner : undefined);
};
