import { type Either, isLeft, left, right } from "fp-ts/Either";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import { auditValues } from "../../domain/audit/audit-values";
import { type ApiError, notFound } from "../../domain/errors";
import type { Caller, Result } from "../caller";
import type { LiveQueues } from "../events/live-queues";
import type { Clock } from "../ports/clock";
import type { Session, SessionStore } from "../ports/session-store";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { userToSecure } from "../users/check-user";

interface Ports {
  readonly sessions: SessionStore;
  readonly inTransaction: InTransaction;
  readonly liveQueues: Pick<LiveQueues, "wake">;
}

const noSuchSession = notFound("Session does not exist");

/** Ends sessions of a user, and tells the audit log who did. */
const remove = async (
  { sessions, inTransaction, liveQueues }: Ports,
  caller: Caller,
  userId: number,
  ended: readonly Session[],
): Promise<Either<ApiError, void>> => {
  if (ended.length === 0) return right(undefined);
  const line = record("user_session_ended", aboutUser(userId), {
    before: auditValues({ browsers: ended.map(({ browser }) => browser) }),
  });
  const recorded = await inTransaction(caller, (tx) => async () => right(tx.audit(line)))();
  if (isLeft(recorded)) return recorded;
  const ids = ended.map(({ id }) => id);
  await sessions.remove(caller.realmId, userId, ids);
  // A stream that one of them began ends at once.
  liveQueues.wake(caller.realmId, userId);
  return right(undefined);
};

const end = async (ports: Ports, caller: Caller, userId: number, id: string) => {
  const session = await ports.sessions.find(caller.realmId, id);
  return session?.userId === userId ? remove(ports, caller, userId, [session]) : left(noSuchSession);
};

const endAllBut = async (ports: Ports, caller: Caller, userId: number, keptId: string | undefined) => {
  const sessions = await ports.sessions.of(caller.realmId, userId);
  return remove(
    ports,
    caller,
    userId,
    sessions.filter(({ id }) => id !== keptId),
  );
};

/** Logs the caller out of a browser. */
export const endSession =
  (ports: Ports) =>
  (caller: Caller, id: string): Result<void> =>
  () =>
    end(ports, caller, caller.userId, id);

/** Logs the caller out of all browsers but the one whose session is kept, if one is. */
export const endOtherSessions =
  (ports: Ports) =>
  (caller: Caller, keptId: string | undefined): Result<void> =>
  () =>
    endAllBut(ports, caller, caller.userId, keptId);

interface PortsForOthers extends Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Logs somebody else out of one browser, or of all. Administrators only. */
export const endOthersSessions =
  (ports: PortsForOthers) =>
  (caller: Caller, userId: number, id: string | undefined): Result<void> =>
  async () => {
    const state = await ports.directory.newest(caller.realmId);
    const user = userToSecure(state, caller, userId, { bots: false }, ports.clock.now());
    if (isLeft(user)) return user;
    return id === undefined ? endAllBut(ports, caller, userId, undefined) : end(ports, caller, userId, id);
  };
