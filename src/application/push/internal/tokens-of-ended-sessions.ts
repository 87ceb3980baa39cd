import type { PushToken } from "../../../domain/push/push-device";
import { isSessionValid } from "../../../domain/sessions/session";
import type { RealmState } from "../../../domain/state/realm-state";
import type { User } from "../../../domain/users/user";
import type { SessionStore } from "../../ports/login/session-store";

/** The tokens whose browser session is over, however it ended: nobody there may read notifications any more. */
export const tokensOfEndedSessions = async (
  sessions: Pick<SessionStore, "among">,
  { realm }: RealmState,
  user: User,
  tokens: readonly PushToken[],
  now: number,
): Promise<readonly PushToken[]> => {
  const ids = new Set(tokens.flatMap(({ sessionId }) => sessionId ?? []));
  if (ids.size === 0) return [];
  const found = await sessions.among(realm.id, [...ids]);
  const live = new Set(
    found.filter((session) => isSessionValid(session, user, realm.settings, now)).map(({ id }) => id),
  );
  return tokens.filter(({ sessionId }) => sessionId !== null && !live.has(sessionId));
};
