import type { RealmDirectory } from "../held-realms/realm-directory";
import type { PresenceBoard } from "./presence-board";

interface Ports {
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
}

/** Exchanges who is present with other nodes by way of storage, for a node that doesn't hear them. */
export const exchangePresence =
  ({ directory, presence }: Ports) =>
  (): Promise<void> =>
    presence.exchange(
      (realmId, userId) => directory.peek(realmId)?.users.get(userId)?.settings.presenceEnabled === false,
    );
