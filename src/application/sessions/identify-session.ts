import * as E from "fp-ts/Either";
import {
  type CallerError,
  notLoggedIn,
  realmDeactivated,
  userDeactivated,
} from "../../domain/caller-refusals";
import type { RealmId } from "../../domain/ids";
import { mustAddFactor } from "../../domain/second-factors/second-factor";
import { isSessionValid } from "../../domain/sessions/session";
import { millisecondsIn } from "../../domain/units/time";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { SessionStore } from "../ports/login/session-store";
import type { SessionTokens } from "../ports/login/session-tokens";
import type { Clock } from "../ports/system/clock";

export interface Ports {
  readonly directory: RealmDirectory;
  readonly sessions: SessionStore;
  readonly sessionTokens: SessionTokens;
  readonly clock: Clock;
}

export interface SignedInBySession {
  readonly user: User;
  readonly sessionId: string;
}

interface VisitorBySession extends SignedInBySession {
  /** Whether the user must set up a second factor before anything else. */
  readonly mustAddFactor: boolean;
}

const touchEvery = millisecondsIn.minute;

/** Finds the user of a browser's session token, including users who must still set up a second factor. */
export const identifySession =
  ({ directory, sessions, sessionTokens, clock }: Ports) =>
  async (realmId: RealmId, token: string): Promise<E.Either<CallerError, VisitorBySession>> => {
    const id = sessionTokens.idOf(token);
    const session = id === undefined ? undefined : await sessions.find(realmId, id);
    const now = clock.now();
    if (session === undefined) return E.left(notLoggedIn);
    const state = await directory.stateOf(realmId);
    // Another node may have made the account a moment ago.
    const user =
      state.users.get(session.userId) ?? (await directory.newest(realmId)).users.get(session.userId);
    if (user === undefined || !isSessionValid(session, user, state.realm.settings, now))
      return E.left(notLoggedIn);
    if (!user.isActive) return E.left(userDeactivated);
    if (state.realm.isDeactivated) return E.left(realmDeactivated);
    if (session.lastSeenAt < now - touchEvery) await sessions.touch(realmId, session.id, now);
    return E.right({ user, sessionId: session.id, mustAddFactor: mustAddFactor(state.realm, user) });
  };
