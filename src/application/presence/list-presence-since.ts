import type { PresenceBoard, PresenceNews } from "./presence-board";

/** Who was here since somebody last asked, before they have a queue. */
export const listPresenceSince =
  ({ presence }: { readonly presence: PresenceBoard }) =>
  (realmId: number, lastUpdateId: number, historyDays: number | undefined): Promise<PresenceNews> =>
    presence.since(realmId, lastUpdateId, historyDays);
