import { type Either, left, right } from "fp-ts/Either";
import { type ApiError, badRequest, insufficientPermission, noSuchUser } from "../../domain/errors";
import type { RealmState } from "../../domain/realm-state";
import type { User } from "../../domain/user";
import { canAdministerUser, userKnownTo } from "../../domain/user-access";

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
