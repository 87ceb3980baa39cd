import { type Either, isLeft, left } from "fp-ts/Either";
import type { ApiError } from "../../../domain/errors";
import { avatarChangesDisabled } from "../../../domain/pictures/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { type Caller, callerIn } from "../../caller";

export const checkAvatarChange = (state: RealmState, caller: Caller): Either<ApiError, User> => {
  const user = callerIn(state, caller);
  if (isLeft(user)) return user;
  return state.realm.settings.avatarChangesDisabled && !allows(user.right.role, "administrator")
    ? left(avatarChangesDisabled)
    : user;
};
