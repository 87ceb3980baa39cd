import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, notLoggedIn, realmDeactivated, userDeactivated } from "../../domain/errors";
import type { User } from "../../domain/user";
import type { Clock } from "../ports/clock";
import type { SessionStore } from "../ports/session-store";
import type { SessionTokens } from "../ports/session-tokens";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly sessions: SessionStore;
  readonly sessionTokens: SessionTokens;
  readonly clock: Clock;
}

interface SignedInBySession {
  readonly user: User;
  readonly sessionId: string;
}

const touchEvery = 60_000;
const dayMilliseconds = 86_400_000;
/** A session that isn't used for so long is over. */
export const idleSessionMilliseconds = 30 * dayMilliseconds;

/** The user whom a browser's token belongs to. */
export const authenticateSession =
  ({ directory, sessions, sessionTokens, clock }: Ports) =>
  async (realmId: number, token: string): Promise<Either<ApiError, SignedInBySession>> => {
    const id = sessionTokens.idOf(token);
    const session = id === undefined ? undefined : await sessions.find(realmId, id);
    const now = clock.now();
    if (session === undefined || session.lastSeenAt < now - idleSessionMilliseconds) return left(notLoggedIn);
    const state = await directory.of(realmId);
    // Another node may have made the account a moment ago.
    const user =
      state.users.get(session.userId) ?? (await directory.newest(realmId)).users.get(session.userId);
    if (user === undefined) return left(notLoggedIn);
    if (!user.isActive) return left(userDeactivated);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    if (session.lastSeenAt < now - touchEvery) await sessions.touch(realmId, session.id, now);
    return right({ user, sessionId: session.id });
  };
