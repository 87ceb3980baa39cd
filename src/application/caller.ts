import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import {
  type CallerError,
  invalidApiKey,
  mustBe,
  notLoggedIn,
  realmDeactivated,
  userDeactivated,
} from "../domain/caller-refusals";
import type { RealmId, UserId } from "../domain/ids";
import type { RealmState } from "../domain/state/realm-state";
import { allows } from "../domain/users/role";
import type { User } from "../domain/users/user";

/** Who changes a realm. */
export interface Acting {
  readonly realmId: RealmId;
  /** Null for the server itself, and for a visitor. */
  readonly userId: UserId | null;
  /** The client program, as recorded with messages. */
  readonly client: string;
  /** The request's IP address; undefined for changes that no request caused. */
  readonly remoteAddress?: string;
}

/** The authenticated user who makes a request. */
export interface Caller extends Acting {
  readonly userId: UserId;
  /**
   * The version of the API key that authenticated the request. Undefined for a session, and for work that the user asked
   * for earlier.
   */
  readonly apiKeyVersion?: number;
  /** The session that authenticated the request. The lane refuses its work once the session has ended. */
  readonly sessionId?: string;
}

/** The user for the rest of work that was accepted earlier: the credentials that asked for it may have ended since. */
export const askedEarlierBy = ({ realmId, userId, client, remoteAddress }: Caller): Acting => ({
  realmId,
  userId,
  client,
  ...(remoteAddress !== undefined && { remoteAddress }),
});

/** Somebody who is not logged in. */
export interface Visitor extends Acting {
  readonly userId: null;
  readonly remoteAddress: string;
}

/** The server itself, for changes that no user asked for. */
export const byServer = (realmId: RealmId): Acting => ({ realmId, userId: null, client: "server" });

/**
 * The caller's account in the current state, even if the realm is deactivated. Lanes check it again: the account or its key
 * may have changed on another node since the request arrived.
 */
export const accountIn = (
  state: RealmState,
  { userId, apiKeyVersion }: Caller,
): E.Either<CallerError, User> => {
  const user = state.users.get(userId);
  if (user === undefined) return E.left(invalidApiKey);
  if (!user.isActive) return E.left(userDeactivated);
  return apiKeyVersion === undefined || apiKeyVersion === user.apiKeyVersion
    ? E.right(user)
    : E.left(notLoggedIn);
};

/** Like `accountIn`, and refuses if the realm is deactivated. */
export const callerIn = (state: RealmState, caller: Caller): E.Either<CallerError, User> =>
  state.realm.isDeactivated ? E.left(realmDeactivated) : accountIn(state, caller);

/** The user, who must have this role or a higher one. */
export const checkRole = (user: User, role: "owner" | "administrator"): E.Either<CallerError, User> =>
  allows(user.role, role) ? E.right(user) : E.left(mustBe(role));

const callerAtLeast =
  (role: "owner" | "administrator") =>
  (state: RealmState, caller: Caller): E.Either<CallerError, User> =>
    pipe(
      callerIn(state, caller),
      E.chain((user) => checkRole(user, role)),
    );

/** The caller, who must be an owner or administrator now. */
export const administratorIn = callerAtLeast("administrator");

/** The caller, who must be an owner now. */
export const ownerIn = callerAtLeast("owner");
