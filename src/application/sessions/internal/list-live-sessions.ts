import type { UserId } from "../../../domain/ids";
import { isSessionOver } from "../../../domain/sessions/session";
import type { RealmState } from "../../../domain/state/realm-state";
import type { RealmDirectory } from "../../held-realms/realm-directory";
import type { Session, SessionStore } from "../../ports/login/session-store";
import type { Clock } from "../../ports/system/clock";

export interface Ports {
  readonly directory: RealmDirectory;
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

export const listLiveSessions = async (
  { sessions, clock }: Ports,
  { realm }: RealmState,
  userId: UserId,
): Promise<readonly Session[]> => {
  const now = clock.now();
  return (await sessions.list(realm.id, userId)).filter(
    (session) => !isSessionOver(session, realm.settings, now),
  );
};
