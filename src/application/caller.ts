import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type ApiError, invalidApiKey, mustBe, realmDeactivated, userDeactivated } from "../domain/errors";
import type { RealmState } from "../domain/realm-state";
import { allows } from "../domain/role";
import type { User } from "../domain/user";

/** What a use case returns: it runs when called, and fails as a value. */
export type Result<A> = TaskEither<ApiError, A>;

/** In whose name a realm changes. */
export interface Acting {
  readonly realmId: number;
  /** Null for the server itself, and for a visitor. */
  readonly userId: number | null;
  /** The program in use, as recorded with messages. */
  readonly client: string;
  /** Where the request came from, where there was one. */
  readonly remoteAddress?: string;
}

/** Who asks, as authentication found them. */
export interface Caller extends Acting {
  readonly userId: number;
}

/** Somebody who asks without having logged in. */
export interface Visitor extends Acting {
  readonly userId: null;
  readonly remoteAddress: string;
}

/** The server, where it changes a realm by itself. */
export const byServer = (realmId: number): Acting => ({ realmId, userId: null, client: "server" });

/** The caller as they are now, which may be another than when the request came in, even where the realm has ended. */
export const accountIn = (state: RealmState, caller: Caller): Either<ApiError, User> => {
  const user = state.users.get(caller.userId);
  if (user === undefined) return left(invalidApiKey);
  return user.isActive ? right(user) : left(userDeactivated);
};

/** The same where the realm goes on. */
export const callerIn = (state: RealmState, caller: Caller): Either<ApiError, User> =>
  state.realm.isDeactivated ? left(realmDeactivated) : accountIn(state, caller);

const callerAtLeast =
  (role: "owner" | "administrator") =>
  (state: RealmState, caller: Caller): Either<ApiError, User> => {
    const user = callerIn(state, caller);
    if (isLeft(user)) return user;
    return allows(user.right.role, role) ? user : left(mustBe(role));
  };

/** The caller, if they are an owner or administrator now. */
export const administratorIn = callerAtLeast("administrator");

/** The caller, if they are an owner now. */
export const ownerIn = callerAtLeast("owner");
