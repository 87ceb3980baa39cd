import type { PresenceUpdateId, RealmId } from "../../domain/ids";
import type { PresenceUpdates } from "../../domain/presence/presence";
import type { PresenceBoard } from "./presence-board";

/** Lists the presence changes since a client's last answer; without one, everyone who was present lately. */
export const listPresenceSince =
  ({ presence }: { readonly presence: PresenceBoard }) =>
  (
    realmId: RealmId,
    lastUpdateId: PresenceUpdateId | undefined,
    historyDays: number | undefined,
  ): Promise<PresenceUpdates> =>
    presence.since(realmId, lastUpdateId, historyDays);
