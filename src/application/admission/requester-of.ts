import type { RealmId } from "../../domain/ids";
import { answerableId, type User } from "../../domain/users/user";
import type { Requester } from "../ports/login/requester";

/** The requester that a user counts as: bots count towards their owner, so they add no share. */
export const requesterOf = (realmId: RealmId, user: Pick<User, "id" | "bot">): Requester => ({
  realm: `${realmId}`,
  user: `${answerableId(user)}`,
});
