import type { User } from "../../domain/user";
import type { Requester } from "./fair-turns";

/** As whom a user asks for turns: people have no larger share by their bots. */
export const requesterOf = (realmId: number, { id, bot }: Pick<User, "id" | "bot">): Requester => ({
  realm: `${realmId}`,
  user: `${bot?.ownerId ?? id}`,
});
