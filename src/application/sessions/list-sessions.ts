import { isLeft, right } from "fp-ts/Either";
import type { RealmState } from "../../domain/realm-state";
import { isSessionOver } from "../../domain/session";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { Session, SessionStore } from "../ports/session-store";
import type { RealmDirectory } from "../realm-directory";
import { userToSecure } from "../users/check-user";

interface Ports {
  readonly directory: RealmDirectory;
  readonly sessions: SessionStore;
  readonly clock: Clock;
}

/** Where the caller is logged in; the one that was used last first. */
export const listSessions =
  (ports: Ports) =>
  (caller: Caller): Result<readonly Session[]> =>
  async () => {
    const state = await ports.directory.of(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(await liveSessions(ports, state, caller.userId));
  };

/** Where somebody else is logged in. Administrators only. */
export const listOthersSessions =
  (ports: Ports) =>
  (caller: Caller, userId: number): Result<readonly Session[]> =>
  async () => {
    const state = await ports.directory.newest(caller.realmId);
    const user = userToSecure(state, caller, userId, { bots: false }, ports.clock.now());
    return isLeft(user) ? user : right(await liveSessions(ports, state, userId));
  };

const liveSessions = async (
  { sessions, clock }: Ports,
  { realm }: RealmState,
  userId: number,
): Promise<readonly Session[]> => {
  const now = clock.now();
  return (await sessions.of(realm.id, userId)).filter(
    (session) => !isSessionOver(session, realm.settings, now),
  );
};
