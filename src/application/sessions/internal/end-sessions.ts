import * as E from "fp-ts/Either";
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

/** Ends sessions of a user. The audit log says who did it. */
const removeSessions = async (
  { inTransaction }: Ports,
  caller: Caller,
  userId: UserId,
  ended: readonly Session[],
): Promise<E.Either<CallerError, void>> => {
  if (ended.length === 0) return E.right(undefined);
  return inTransaction(caller, async (tx) => {
    tx.endSessions(userId, ended);
    return E.right(undefined);
  });
};

export const endOneSession = async (ports: Ports, caller: Caller, userId: UserId, id: string) => {
  const session = await ports.sessions.find(caller.realmId, id);
  return session?.userId === userId
    ? removeSessions(ports, caller, userId, [session])
    : E.left(noSuchSession);
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
