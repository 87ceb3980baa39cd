import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { PictureError } from "../../domain/pictures/refusals";
import type { User } from "../../domain/users/user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { checkAvatarChange } from "./internal/check-avatar-change";

/** Removes the caller's avatar, which falls back to the organization's default, and returns the changed user. */
export const removeAvatar =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller): TaskEither<CallerError | PictureError, User> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const allowed = checkAvatarChange(tx.state, user);
      if (E.isLeft(allowed)) return allowed;
      const source = tx.state.realm.settings.defaultAvatarSource;
      const avatar = { source, version: user.avatar.version + 1 };
      tx.append({ type: "user_changed", userId: caller.userId, change: { avatar } });
      return E.right({ ...user, avatar });
    });
