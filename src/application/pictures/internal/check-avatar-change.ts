import * as E from "fp-ts/Either";
import { avatarChangesDisabled, type PictureError } from "../../../domain/pictures/refusals";
import type { RealmState } from "../../../domain/state/realm-state";
import { allows } from "../../../domain/users/role";
import type { User } from "../../../domain/users/user";

/** Whether the user may change their own avatar. */
export const checkAvatarChange = (
  { realm }: RealmState,
  { role }: User,
): E.Either<PictureError, undefined> =>
  realm.settings.avatarChangesDisabled && !allows(role, "administrator")
    ? E.left(avatarChangesDisabled)
    : E.right(undefined);
