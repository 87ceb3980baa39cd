import type { RealmId } from "../../domain/ids";
import type { User } from "../../domain/users/user";
import type { Requester } from "../ports/login/requester";

/** The requester that a user counts as: bots count towards their owner, so they add no share. */
export const requesterOf = (realmId: RealmId, { id, bot }: Pick<User, "id" | "bot">): Requester => ({
  realm: `${realmId}`,
  user: `${bot?.ownerId ?? id}`,
});
