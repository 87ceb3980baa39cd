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
import type { RealmState } from "../../domain/state/realm-state";
import { millisecondsIn } from "../../domain/units/time";
import type { User } from "../../domain/users/user";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { SecondLooks } from "../held-realms/second-looks";
import type { Session, SessionStore } from "../ports/login/session-store";
import type { SessionTokens } from "../ports/login/session-tokens";
import type { Clock } from "../ports/system/clock";

export interface Ports {
  readonly directory: RealmDirectory;
  readonly secondLooks: SecondLooks;
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
  ({ directory, secondLooks, sessions, sessionTokens, clock }: Ports) =>
  async (realmId: RealmId, token: string): Promise<E.Either<CallerError, VisitorBySession>> => {
    const id = sessionTokens.idOf(token);
    const session = id === undefined ? undefined : await sessions.find(realmId, id);
    const now = clock.now();
    if (session === undefined) return E.left(notLoggedIn);
    const known = visitorIn(await directory.stateOf(realmId), session, now);
    const isComplete = E.isRight(known) && !known.right.mustAddFactor;
    // Another node may have changed the account a moment ago.
    const visitor = isComplete ? known : visitorIn(await secondLooks.newest(realmId), session, now);
    if (E.isRight(visitor) && session.lastSeenAt < now - touchEvery)
      await sessions.touch(realmId, session.id, now);
    return visitor;
  };

const visitorIn = (
  { users, realm }: RealmState,
  session: Session,
  now: number,
): E.Either<CallerError, VisitorBySession> => {
  const user = users.get(session.userId);
  if (user === undefined || !isSessionValid(session, user, realm.settings, now)) return E.left(notLoggedIn);
  if (!user.isActive) return E.left(userDeactivated);
  if (realm.isDeactivated) return E.left(realmDeactivated);
  return E.right({ user, sessionId: session.id, mustAddFactor: mustAddFactor(realm, user) });
};
