import { type Either, isLeft, left, right } from "fp-ts/Either";
import {
  type ApiError,
  notLoggedIn,
  realmDeactivated,
  twoFactorSetUpRequired,
  userDeactivated,
} from "../../domain/errors";
import { mustAddFactor } from "../../domain/second-factor";
import { isSessionOver } from "../../domain/session";
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

interface VisitorBySession extends SignedInBySession {
  /** Whether they may do nothing but set up a second factor. */
  readonly mustAddFactor: boolean;
}

const touchEvery = 60_000;

/** Who comes with a browser's token, whether or not they may do anything yet. */
export const identifySession =
  ({ directory, sessions, sessionTokens, clock }: Ports) =>
  async (realmId: number, token: string): Promise<Either<ApiError, VisitorBySession>> => {
    const id = sessionTokens.idOf(token);
    const session = id === undefined ? undefined : await sessions.find(realmId, id);
    const now = clock.now();
    if (session === undefined) return left(notLoggedIn);
    const state = await directory.of(realmId);
    if (isSessionOver(session, state.realm.settings, now)) return left(notLoggedIn);
    // Another node may have made the account a moment ago.
    const user =
      state.users.get(session.userId) ?? (await directory.newest(realmId)).users.get(session.userId);
    // One that was begun by the password alone is none of an account with two factors, however it came to be.
    if (user === undefined || (user.secondFactors > 0 && !session.hasBoth)) return left(notLoggedIn);
    if (!user.isActive) return left(userDeactivated);
    if (state.realm.isDeactivated) return left(realmDeactivated);
    if (session.lastSeenAt < now - touchEvery) await sessions.touch(realmId, session.id, now);
    return right({ user, sessionId: session.id, mustAddFactor: mustAddFactor(state.realm, user) });
  };

/** The user whom a browser's token belongs to, if they may do what they may. */
export const authenticateSession =
  (ports: Ports) =>
  async (realmId: number, token: string): Promise<Either<ApiError, SignedInBySession>> => {
    const visitor = await identifySession(ports)(realmId, token);
    if (isLeft(visitor)) return visitor;
    const { user, sessionId } = visitor.right;
    return visitor.right.mustAddFactor ? left(twoFactorSetUpRequired) : right({ user, sessionId });
  };
