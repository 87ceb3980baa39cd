import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { notMuted, type UserError } from "../../domain/users/refusals";
import { visibleUser } from "../access/check-user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Unmutes a user: shows their messages to the caller again. */
export const unmuteUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      const accepted = { bots: true, deactivated: true };
      const target = visibleUser(tx.state, user, userId, accepted, tx.now);
      if (E.isLeft(target)) return target;
      const muted = user.mutedUsers.filter((one) => one.userId !== userId);
      if (muted.length === user.mutedUsers.length) return E.left(notMuted);
      tx.append({ type: "muted_users_set", userId: caller.userId, muted });
      return E.right(undefined);
    });
