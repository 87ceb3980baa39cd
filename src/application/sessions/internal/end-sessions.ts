import { type Either, left, right } from "fp-ts/Either";
import { aboutUser, record } from "../../../domain/audit/audit-rule";
import { auditValues } from "../../../domain/audit/audit-values";
import type { CallerError } from "../../../domain/caller-refusals";
import type { UserId } from "../../../domain/ids";
import { noSuchSession } from "../../../domain/login/refusals";
import type { Caller } from "../../caller";
import type { Session, SessionStore } from "../../ports/login/session-store";
import type { InTransaction } from "../../transaction";

export interface Ports {
  readonly sessions: SessionStore;
  readonly inTransaction: InTransaction;
}

/** Ends sessions of a user and records in the audit log who did it. */
const removeSessions = async (
  { inTransaction }: Ports,
  caller: Caller,
  userId: UserId,
  ended: readonly Session[],
): Promise<Either<CallerError, void>> => {
  if (ended.length === 0) return right(undefined);
  const line = record("user_session_ended", aboutUser(userId), {
    before: auditValues({ browsers: ended.map(({ browser }) => browser) }),
  });
  const ids = ended.map(({ id }) => id);
  return inTransaction(caller, async (tx) => {
    tx.audit(line);
    tx.endSessions(userId, ids);
    return right(undefined);
  });
};

export const endOneSession = async (ports: Ports, caller: Caller, userId: UserId, id: string) => {
  const session = await ports.sessions.find(caller.realmId, id);
  return session?.userId === userId ? removeSessions(ports, caller, userId, [session]) : left(noSuchSession);
};

export const endSessionsExcept = async (
  ports: Ports,
  caller: Caller,
  userId: UserId,
  keptId: string | undefined,
) => {
  const sessions = await ports.sessions.list(caller.realmId, userId);
  return removeSessions(
    ports,
    caller,
    userId,
    sessions.filter(({ id }) => id !== keptId),
  );
};
