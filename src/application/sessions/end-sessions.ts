import { right } from "fp-ts/Either";
import type { Caller, Result } from "../caller";
import type { Session, SessionStore } from "../ports/session-store";

interface Ports {
  readonly sessions: SessionStore;
}

/** Where the caller is logged in; the one that was used last first. */
export const listSessions =
  ({ sessions }: Ports) =>
  ({ realmId, userId }: Pick<Caller, "realmId" | "userId">): Result<readonly Session[]> =>
  async () =>
    right(await sessions.of(realmId, userId));

/** Logs the caller out of some browsers. */
export const endSessions =
  ({ sessions }: Ports) =>
  ({ realmId, userId }: Pick<Caller, "realmId" | "userId">, ids: readonly string[]): Result<void> =>
  async () =>
    right(await sessions.remove(realmId, userId, ids));
