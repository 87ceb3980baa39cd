import type { RealmEvent } from "../../../domain/events/event";
import type { User } from "../../../domain/users/user";

/** The version of the account's next API key. */
export const nextKeyVersion = ({ apiKeyVersion }: Pick<User, "apiKeyVersion">): number => apiKeyVersion + 1;

/** Gives an account a new API key, so that the old one no longer works. */
export const keyRenewed = (user: User, now: number): RealmEvent => ({
  type: "user_changed",
  userId: user.id,
  change: { apiKeyVersion: nextKeyVersion(user), apiKeyMadeAt: now },
});
