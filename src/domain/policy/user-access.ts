import type { UserId } from "../ids";
import type { RealmState } from "../state/realm-state";
import { allows } from "../users/role";
import type { User } from "../users/user";
import { may } from "./permission";

/** Whether the reader may see everyone in the realm. */
export const seesEveryone = (state: RealmState, reader: User, now: number): boolean =>
  allows(reader.role, "member") || may(state, reader, "canAccessAllUsersGroup", now);

/** Whether guests, and so spectators without an account, may see everyone. */
export const guestsSeeEveryone = ({ realm, groups }: RealmState): boolean => {
  const { canAccessAllUsersGroup: setting } = realm.permissions;
  return typeof setting === "number" && groups.get(setting)?.systemName === "role:everyone";
};

/**
 * Whether the user shares a subscribed channel with the reader. Looks through the channels of whoever is in fewer: a guest
 * in many is compared with everyone, and most people are in few.
 */
const sharesChannel = (state: RealmState, reader: User, user: User): boolean => {
  const [ofReader, ofUser] = [state.subscriptionsOf(reader.id), state.subscriptionsOf(user.id)];
  if (ofReader.length <= ofUser.length)
    return ofReader.some(({ isActive, channelId }) => isActive && state.isSubscribed(user.id, channelId));
  return ofUser.some(
    ({ channelId }) =>
      state.isSubscribed(user.id, channelId) && state.subscription(reader.id, channelId)?.isActive === true,
  );
};

/**
 * Whether every client of the reader already knows the user. A new direct conversation alone doesn't announce its
 * people to clients that were running when it began.
 */
export const isIntroduced = (state: RealmState, reader: User, user: User, now: number): boolean =>
  reader.id === user.id ||
  user.bot !== null ||
  seesEveryone(state, reader, now) ||
  sharesChannel(state, reader, user);

/**
 * Whether the reader may see the user. Guests can be limited to people they share a channel or a direct conversation
 * with. Everyone sees bots.
 */
export const canSeeUser = (state: RealmState, reader: User, user: User, now: number): boolean =>
  isIntroduced(state, reader, user, now) || state.acquaintancesOf(reader.id).has(user.id);

/** The user with this id, if the reader may see them. Hidden users look absent. */
export const userKnownTo = (
  state: RealmState,
  reader: User,
  userId: UserId,
  now: number,
): User | undefined => {
  const user = state.users.get(userId);
  return user && canSeeUser(state, reader, user, now) ? user : undefined;
};

/** Whether the caller may change the user: administrators may change anyone, owners of bots their bots. */
export const canAdministerUser = (caller: User, user: User): boolean =>
  allows(caller.role, "administrator") || user.bot?.ownerId === caller.id;

/**
 * Whether the user has rights that the caller lacks. A bot also counts with its owner's rights: it acts in the
 * owner's name.
 */
export const outranks = (state: RealmState, user: User, caller: User): boolean => {
  const owner = user.bot?.ownerId ? state.users.get(user.bot.ownerId) : undefined;
  return [user, owner].some((one) => one && one.id !== caller.id && !allows(caller.role, one.role));
};

/** Active owners who are people. */
const activeOwners = (state: RealmState): readonly User[] =>
  [...state.users.values()].filter(({ role, isActive, bot }) => role === "owner" && isActive && bot === null);

/** Whether the user is the realm's only active owner. */
export const isOnlyOwner = (state: RealmState, user: User): boolean => {
  const owners = activeOwners(state);
  return owners.length === 1 && owners[0]?.id === user.id;
};
