import type { RealmState } from "../state/realm-state";
import { valuesOf } from "../state/values-of";
import type { User } from "../users/user";

const known = new WeakMap<RealmState["users"], readonly User[]>();

/** Accounts, including bots and deactivated users, but no system bots. Cached until a user changes. */
export const listAccounts = ({ users }: Pick<RealmState, "users">): readonly User[] => {
  const people = known.get(users) ?? valuesOf(users).filter(({ isSystemBot }) => !isSystemBot);
  known.set(users, people);
  return people;
};
