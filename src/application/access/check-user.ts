import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import { type CallerError, insufficientPermission } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { canAdministerUser, outranks, userKnownTo } from "../../domain/policy/user-access";
import type { RealmState } from "../../domain/state/realm-state";
import { noSuchUser, type UserError, userIsDeactivated } from "../../domain/users/refusals";
import type { User } from "../../domain/users/user";

interface Accepted {
  readonly bots: boolean;
  readonly deactivated: boolean;
}

/** The user with this id, if the caller may see them. System bots look absent. */
export const visibleUser = (
  state: RealmState,
  caller: User,
  userId: UserId,
  { bots, deactivated }: Accepted,
  now: number,
): E.Either<UserError, User> => {
  const user = userKnownTo(state, caller, userId, now);
  if (user === undefined || user.isSystemBot || (user.bot !== null && !bots)) return E.left(noSuchUser);
  return user.isActive || deactivated ? E.right(user) : E.left(userIsDeactivated);
};

/**
 * The user with this id, if the caller may change them: administrators may change anyone, owners of bots
 * their bots. API §4.8.
 */
export const userToChange = (
  state: RealmState,
  caller: User,
  userId: UserId,
  accepted: Accepted,
  now: number,
): E.Either<CallerError | UserError, User> =>
  pipe(
    visibleUser(state, caller, userId, accepted, now),
    E.filterOrElseW(
      (user) => canAdministerUser(caller, user),
      () => insufficientPermission,
    ),
  );

/**
 * The user with this id, whose sessions, keys or second factors the caller must be allowed to see and end.
 * Administrators may do so for anyone who doesn't outrank them, and owners for their bots.
 */
export const userToSecure = (
  state: RealmState,
  caller: User,
  userId: UserId,
  { bots }: Pick<Accepted, "bots">,
  now: number,
): E.Either<CallerError | UserError, User> =>
  pipe(
    userToChange(state, caller, userId, { bots, deactivated: false }, now),
    E.filterOrElseW(
      (user) => !outranks(state, user, caller),
      () => insufficientPermission,
    ),
  );
