import { isLeft, right } from "fp-ts/Either";
import type { CallerError } from "../../domain/caller-refusals";
import type { PictureError } from "../../domain/pictures/refusals";
import type { User } from "../../domain/users/user";
import type { Caller, Result } from "../caller";
import type { InTransaction } from "../transaction";
import { checkAvatarChange } from "./internal/check-avatar-change";

/** Removes the caller's avatar, which falls back to the organization's default, and returns the changed user. */
export const removeAvatar =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller): Result<User, CallerError | PictureError> =>
  () =>
    inTransaction(caller, async (tx) => {
      const user = checkAvatarChange(tx.state, caller);
      if (isLeft(user)) return user;
      const source = tx.state.realm.settings.defaultAvatarSource;
      const avatar = { source, version: user.right.avatar.version + 1 };
      tx.append({ type: "user_changed", userId: caller.userId, change: { avatar } });
      return right({ ...user.right, avatar });
    });
