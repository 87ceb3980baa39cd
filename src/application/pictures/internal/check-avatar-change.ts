import { type Either, filterOrElseW } from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { CallerError } from "../../../domain/caller-refusals";
import { avatarChangesDisabled, type PictureError } from "../../../domain/pictures/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";
import { type Caller, callerIn } from "../../caller";

export const checkAvatarChange = (
  state: RealmState,
  caller: Caller,
): Either<CallerError | PictureError, User> =>
  pipe(
    callerIn(state, caller),
    filterOrElseW(
      ({ role }) => !state.realm.settings.avatarChangesDisabled || allows(role, "administrator"),
      () => avatarChangesDisabled,
    ),
  );
