import type { UserId } from "../ids";
import { IdSet } from "../state/id-set";
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
 * Whether the user shares a subscribed channel with the reader. Looks through the shorter of their two lists of channels: a
 * guest with many channels is compared with everyone, and most people have few.
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

/** The people a user shares a channel with, and the user: those for whom `sharesChannel` is true. */
const fellowsOf = (state: RealmState, userId: UserId): IdSet<UserId> => {
  const { subscriptions } = state.parts;
  const known = knownFellows.get(subscriptions);
  if (known?.userId === userId) return known.fellows;
  const channels = state.subscriptionsOf(userId).filter(({ isActive }) => isActive);
  const fellows = IdSet.union(channels.map(({ channelId }) => state.subscribers(channelId)));
  knownFellows.set(subscriptions, { userId, fellows });
  return fellows;
};

/** Only of the last user, because lists of people are encoded for one reader after the other. */
const knownFellows = new WeakMap<
  RealmState["parts"]["subscriptions"],
  { readonly userId: UserId; readonly fellows: IdSet }
>();

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

/**
 * `isIntroduced` and `canSeeUser` for one reader and many users. The time is proportional to the reader's channels plus
 * the users, not to their product.
 */
export const usersSeenBy = (
  state: RealmState,
  reader: User,
  now: number,
): { readonly isIntroduced: (user: User) => boolean; readonly isSeen: (user: User) => boolean } => {
  if (seesEveryone(state, reader, now)) return { isIntroduced: () => true, isSeen: () => true };
  const fellows = fellowsOf(state, reader.id);
  const acquaintances = state.acquaintancesOf(reader.id);
  const introduced = ({ id, bot }: User): boolean => id === reader.id || bot !== null || fellows.has(id);
  return { isIntroduced: introduced, isSeen: (user) => introduced(user) || acquaintances.has(user.id) };
};

/** Like `canSeeUser` for one user and many active readers. */
export const readersWhoSee = (state: RealmState, user: User, now: number): ((reader: User) => boolean) => {
  // Deactivated users retain their subscriptions, but share no channel.
  const fellows = user.isActive ? fellowsOf(state, user.id) : IdSet.empty;
  return (reader) =>
    reader.id === user.id ||
    user.bot !== null ||
    fellows.has(reader.id) ||
    seesEveryone(state, reader, now) ||
    state.acquaintancesOf(reader.id).has(user.id);
};

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

/** The owner of a bot; undefined for people and for bots without one. */
export const ownerOf = (state: RealmState, { bot }: Pick<User, "bot">): User | undefined => {
  const ownerId = bot?.ownerId ?? null;
  return ownerId === null ? undefined : state.users.get(ownerId);
};

/**
 * Whether the user has rights that the caller lacks. A bot also counts with its owner's rights: it acts in the
 * owner's name.
 */
export const outranks = (state: RealmState, user: User, caller: User): boolean =>
  [user, ownerOf(state, user)].some((one) => one && !allows(caller.role, one.role));

/** Active owners who are people. */
const activeOwners = (state: RealmState): readonly User[] =>
  [...state.users.values()].filter(({ role, isActive, bot }) => role === "owner" && isActive && bot === null);

/** Whether the user is the realm's only active owner. */
export const isOnlyOwner = (state: RealmState, user: User): boolean => {
  const owners = activeOwners(state);
  return owners.length === 1 && owners[0]?.id === user.id;
};
