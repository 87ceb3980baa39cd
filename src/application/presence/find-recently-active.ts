import { isRecentlyActive } from "../../domain/presence";
import type { User } from "../../domain/user";
import type { Clock } from "../ports/clock";
import type { PresenceBoard } from "./presence-board";

/** Tells who was active in the last two weeks, or may have been. */
export const findRecentlyActive =
  ({ presence, clock }: { readonly presence: PresenceBoard; readonly clock: Clock }) =>
  async (realmId: number): Promise<(user: User) => boolean> => {
    const { presences } = await presence.since(realmId, -1, undefined);
    const now = clock.now();
    return (user) => isRecentlyActive(user, presences.get(user.id), now);
  };
