import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, insufficientPermission, noSuchUser } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canAdministerUser, outranks, userKnownTo } from "../../domain/user-access";
import { type Caller, callerIn } from "../caller";

interface Accepted {
  readonly bots: boolean;
  readonly deactivated: boolean;
}

/** A user whom the caller may know of. */
export const userToKnow = (
  state: RealmState,
  caller: User,
  userId: number,
  { bots, deactivated }: Accepted,
  now: number,
): Either<ApiError, User> => {
  const user = userKnownTo(state, caller, userId, now);
  if (user === undefined || user.isSystemBot || (user.bot !== null && !bots)) return left(noSuchUser);
  return user.isActive || deactivated ? right(user) : left(badRequest("User is deactivated"));
};

/** A user whom the caller may change: anyone for administrators, and their bots for owners of bots. API §4.8. */
export const userToChange = (
  state: RealmState,
  caller: User,
  userId: number,
  accepted: Accepted,
  now: number,
): Either<ApiError, User> => {
  const user = userToKnow(state, caller, userId, accepted, now);
  if (user._tag === "Right" && !canAdministerUser(caller, user.right)) return left(insufficientPermission);
  return user;
};

/**
 * A user whose sessions, keys or second factors the caller may look at and end: anyone for administrators, but nobody
 * who has more rights than they; and their bots for owners of bots.
 */
export const userToSecure = (
  state: RealmState,
  caller: Caller,
  userId: number,
  { bots }: Pick<Accepted, "bots">,
  now: number,
): Either<ApiError, User> => {
  const actor = callerIn(state, caller);
  if (isLeft(actor)) return actor;
  const user = userToChange(state, actor.right, userId, { bots, deactivated: false }, now);
  if (isLeft(user)) return user;
  return outranks(state, user.right, actor.right) ? left(insufficientPermission) : user;
};
