import type { RealmId } from "../../domain/ids";
import { answerableId, type User } from "../../domain/users/user";
import type { Requester } from "../ports/system/requester";

/** The requester that a user counts as: bots count toward their owner, so they add no share. */
export const requesterOf = (realmId: RealmId, user: Pick<User, "id" | "bot">): Requester => ({
  realm: `${realmId}`,
  user: `${answerableId(user)}`,
});

/**
 * The name that a user's calls are counted under. Bots of one owner share an allowance, so that extra bots don't add
 * calls, and a busy bot doesn't lock out its owner.
 */
export const allowanceOf = (realmId: RealmId, { id, bot }: Pick<User, "id" | "bot">): string =>
  bot === null || bot.ownerId === null ? `${realmId}:${id}` : `${realmId}:bots of ${bot.ownerId}`;
