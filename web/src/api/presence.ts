import type { Presence } from "../wire/wire";
import { send } from "./http";

/** How the presence of others has changed since an update, and the newest update. */
export interface PresenceNews {
  readonly presences: Readonly<Record<string, Presence>>;
  readonly presence_last_update_id: number;
}

/** Reports the user's presence, and fetches how that of others has changed since an update; -1 for all of it. */
export const reportPresence = (isActive: boolean, lastUpdateId: number): Promise<PresenceNews> =>
  send("POST", "/users/me/presence", {
    status: isActive ? "active" : "idle",
    last_update_id: lastUpdateId,
    new_user_input: isActive,
  });
