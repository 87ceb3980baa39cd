import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { Session } from "../ports/login/session-store";
import { listLiveSessions, type Ports } from "./internal/list-live-sessions";

/** Lists the caller's live sessions, most recently used first. */
export const listSessions =
  (ports: Ports) =>
  (caller: Caller): Result<readonly Session[]> =>
  async () => {
    const state = await ports.directory.stateOf(caller.realmId);
    const user = callerIn(state, caller);
    return isLeft(user) ? user : right(await listLiveSessions(ports, state, caller.userId));
  };
