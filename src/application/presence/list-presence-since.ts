import type { PresenceUpdateId, RealmId } from "../../domain/ids";
import type { PresenceUpdates } from "../../domain/presence/presence";
import type { PresenceBoard } from "./presence-board";

/** Lists the presence changes since a client's last answer, for clients without a queue. */
export const listPresenceSince =
  ({ presence }: { readonly presence: PresenceBoard }) =>
  (
    realmId: RealmId,
    lastUpdateId: PresenceUpdateId,
    historyDays: number | undefined,
  ): Promise<PresenceUpdates> =>
    presence.since(realmId, lastUpdateId, historyDays);
