import { may } from "./permission";
import type { RealmState } from "./realm-state";
import { allows } from "./role";
import type { User } from "./user";

/** Whether the reader may know of everyone. */
export const seesEveryone = (state: RealmState, reader: User, now: number): boolean =>
  allows(reader.role, "member") || may(state, reader, "canAccessAllUsersGroup", now);

/** Whether guests, and so people without an account, may know of everyone. */
export const guestsSeeEveryone = ({ realm, groups }: RealmState): boolean => {
  const { canAccessAllUsersGroup: setting } = realm.permissions;
  return typeof setting === "number" && groups.get(setting)?.systemName === "role:everyone";
};

/** Whether somebody is subscribed to a channel that the reader is subscribed to. */
const sharesChannel = (state: RealmState, reader: User, user: User): boolean =>
  state
    .subscriptionsOf(reader.id)
    .some(({ isActive, channelId }) => isActive && state.isSubscribed(user.id, channelId));

/**
 * Whether every client of the reader was introduced to the user. A direct conversation alone introduces nobody to a
 * client that was there when it began.
 */
export const isIntroduced = (state: RealmState, reader: User, user: User, now: number): boolean =>
  reader.id === user.id ||
  user.bot !== null ||
  seesEveryone(state, reader, now) ||
  sharesChannel(state, reader, user);

/**
 * Whether the reader may know of the user. Guests can be limited to those whom they share a channel or a
 * direct conversation with; bots are known to all.
 */
export const canSeeUser = (state: RealmState, reader: User, user: User, now: number): boolean =>
  isIntroduced(state, reader, user, now) || state.acquaintancesOf(reader.id).has(user.id);

/** The user of an id, if the reader may know of them: whoever is hidden isn't there. */
export const userKnownTo = (
  state: RealmState,
  reader: User,
  userId: number,
  now: number,
): User | undefined => {
  const user = state.users.get(userId);
  return user && canSeeUser(state, reader, user, now) ? user : undefined;
};

/** Whether the caller may change the user: administrators anyone, and a bot's owner the bot. */
export const canAdministerUser = (caller: User, user: User): boolean =>
  allows(caller.role, "administrator") || user.bot?.ownerId === caller.id;

/** Whether the user has rights that the caller lacks; a bot has those of its owner too, in whose name it acts. */
export const outranks = (state: RealmState, user: User, caller: User): boolean => {
  const owner = user.bot?.ownerId ? state.users.get(user.bot.ownerId) : undefined;
  return [user, owner].some((one) => one && one.id !== caller.id && !allows(caller.role, one.role));
};

/** The people who own the realm and can act for it. */
const activeOwners = (state: RealmState): readonly User[] =>
  [...state.users.values()].filter(({ role, isActive, bot }) => role === "owner" && isActive && bot === null);

/** Whether the realm would have no owner without this user. */
export const isOnlyOwner = (state: RealmState, user: User): boolean => {
  const owners = activeOwners(state);
  return owners.length === 1 && owners[0]?.id === user.id;
};
