import { isSessionValid } from "../../domain/sessions/session";
import type { RealmState } from "../../domain/state/realm-state";
import type { Caller } from "../caller";
import type { Session, SessionStore } from "../ports/login/session-store";
import type { QueuedWork } from "./queued-work";

/**
 * The sessions that authenticated a lane's waiting work, read in one query for all of it. A commit that ends sessions must make this
 * forget them.
 */
export class WaitingSessions {
  private known = new Map<string, Session | undefined>();

  constructor(
    private readonly sessions: Pick<SessionStore, "among">,
    private readonly lane: Iterable<QueuedWork>,
  ) {}

  forget(): void {
    this.known.clear();
  }

  /** Whether the session that authenticated the caller is still valid. */
  async isValid({ sessionId, userId }: SessionCaller, state: RealmState, now: number): Promise<boolean> {
    if (!this.known.has(sessionId)) await this.read(state, sessionId);
    const session = this.known.get(sessionId);
    const user = state.users.get(userId);
    return (
      session?.userId === userId &&
      user !== undefined &&
      isSessionValid(session, user, state.realm.settings, now)
    );
  }

  private async read(state: RealmState, first: string): Promise<void> {
    const waiting = [...this.lane].flatMap(({ by }) => (hasSession(by) ? [by.sessionId] : []));
    const ids = [...new Set([first, ...waiting])];
    const found = await this.sessions.among(state.realm.id, ids);
    const byId = new Map(found.map((session) => [session.id, session]));
    for (const id of ids) this.known.set(id, byId.get(id));
  }
}

/** A caller authenticated by a session. */
type SessionCaller = Caller & { readonly sessionId: string };

export const hasSession = (by: QueuedWork["by"]): by is SessionCaller =>
  "sessionId" in by && by.sessionId !== undefined;
