import type { RealmId } from "../../domain/ids";
import { isRecentlyActive } from "../../domain/presence/presence";
import type { User } from "../../domain/users/user";
import type { Clock } from "../ports/system/clock";
import type { PresenceBoard } from "./presence-board";

/** Finds who was active in the last two weeks, or may have been. */
export const findRecentlyActive =
  ({ presence, clock }: { readonly presence: PresenceBoard; readonly clock: Clock }) =>
  async (realmId: RealmId): Promise<(user: User) => boolean> => {
    const { presences } = await presence.since(realmId, -1, undefined);
    const now = clock.now();
    return (user) => isRecentlyActive(user, presences.get(user.id), now);
  };
