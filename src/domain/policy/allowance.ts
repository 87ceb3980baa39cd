import type { UserId } from "../ids";
import type { RealmState } from "../state/realm-state";
import { answerableId, type User } from "../users/user";

const botsOf = (state: RealmState, ownerId: UserId): readonly UserId[] =>
  [...state.users.values()].filter(({ bot }) => bot?.ownerId === ownerId).map(({ id }) => id);

/**
 * The users who share one allowance with this one. A person shares theirs with nobody; all bots of one owner share one. So
 * bots, however many, at most double what their owner may have, and bots at their limit don't block their owner.
 */
export const allowanceSharers = (state: RealmState, userId: UserId): readonly UserId[] => {
  const ownerId = state.users.get(userId)?.bot?.ownerId ?? null;
  return ownerId === null ? [userId] : botsOf(state, ownerId);
};

/** What a user has of something, together with those who share the allowance. */
export const sumOver = (state: RealmState, userId: UserId, countOf: (user: User) => number): number =>
  allowanceSharers(state, userId).reduce((sum, id) => {
    const user = state.users.get(id);
    return user === undefined ? sum : sum + countOf(user);
  }, 0);

/** Whether somebody is the person who answers for a user, or one of that person's bots. */
export const isOwnerOrBotOf = (state: RealmState, userId: UserId): ((id: UserId) => boolean) => {
  const personFor = (id: UserId): UserId => {
    const user = state.users.get(id);
    return user === undefined ? id : answerableId(user);
  };
  const personId = personFor(userId);
  return (id) => personFor(id) === personId;
};

/** The throttle key for what a user does. A bot's attempts count as its owner's. */
export const throttleKeyOf = (state: RealmState, userId: UserId): string => {
  const user = state.users.get(userId);
  return `${state.realm.id} ${user === undefined ? userId : answerableId(user)}`;
};
