import type { RealmEvent } from "../../../domain/events/event";
import type { User } from "../../../domain/users/user";

/** Gives an account a new API key, so that the old one no longer works. */
export const keyRenewed = ({ id, apiKeyVersion }: User, now: number): RealmEvent => ({
  type: "user_changed",
  userId: id,
  change: { apiKeyVersion: apiKeyVersion + 1, apiKeyMadeAt: now },
});
