import { type Either, isLeft, left, right } from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type ApiError, invalidApiKey, mustBe, userDeactivated } from "../domain/errors";
import type { RealmState } from "../domain/realm-state";
import { allows } from "../domain/role";
import type { User } from "../domain/user";

/** What a use case returns: it runs when called, and fails as a value. */
export type Result<A> = TaskEither<ApiError, A>;

/** Who asks, as authentication found them. */
export interface Caller {
  readonly realmId: number;
  readonly userId: number;
  /** The program in use, as recorded with messages. */
  readonly client: string;
}

/** The caller as they are now, which may be another than when the request came in. */
export const callerIn = (state: RealmState, caller: Caller): Either<ApiError, User> => {
  const user = state.users.get(caller.userId);
  if (user === undefined) return left(invalidApiKey);
  return user.isActive ? right(user) : left(userDeactivated);
};

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
