import { type Either, isLeft, left, right } from "fp-ts/Either";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import { auditValues } from "../../domain/audit/audit-values";
import { type ApiError, notFound } from "../../domain/errors";
import type { Caller, Result } from "../caller";
import { endWaits } from "../events/end-waits";
import type { Clock } from "../ports/clock";
import type { Session, SessionStore } from "../ports/session-store";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { userToSecure } from "../users/check-user";

type Ports = Parameters<typeof endWaits>[0] & {
  readonly sessions: SessionStore;
  readonly inTransaction: InTransaction;
};

const noSuchSession = notFound("Session does not exist");

/** Ends sessions of a user, and tells the audit log who did. */
const remove = async (
  ports: Ports,
  caller: Caller,
  userId: number,
  ended: readonly Session[],
): Promise<Either<ApiError, void>> => {
  const { sessions, inTransaction } = ports;
  if (ended.length === 0) return right(undefined);
  const line = record("user_session_ended", aboutUser(userId), {
    before: auditValues({ browsers: ended.map(({ browser }) => browser) }),
  });
  const recorded = await inTransaction(caller, (tx) => async () => right(tx.audit(line)))();
  if (isLeft(recorded)) return recorded;
  const ids = ended.map(({ id }) => id);
  await sessions.remove(caller.realmId, userId, ids);
  // What one of them waits for ends at once.
  endWaits(ports, caller.realmId, userId);
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

type PortsForOthers = Ports & {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
};

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
