import { isSessionValid } from "../../../domain/sessions/session";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { SessionStore } from "../../ports/login/session-store";

/** Something that a browser session registered; null for a client with an API key. */
interface Registered {
  readonly sessionId: string | null;
}

/** Selects registrations of browsers whose session has ended for any reason: its user may no longer see notifications. */
export const withEndedSession = async <A extends Registered>(
  sessions: Pick<SessionStore, "among">,
  { realm }: RealmState,
  user: User,
  registered: readonly A[],
  now: number,
): Promise<ReadonlySet<A>> => {
  const ids = new Set(registered.flatMap(({ sessionId }) => sessionId ?? []));
  if (ids.size === 0) return new Set();
  const found = await sessions.among(realm.id, [...ids]);
  const live = new Set(
    found.filter((session) => isSessionValid(session, user, realm.settings, now)).map(({ id }) => id),
  );
  return new Set(registered.filter(({ sessionId }) => sessionId !== null && !live.has(sessionId)));
};
