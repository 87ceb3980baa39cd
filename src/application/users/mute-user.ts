import { isLeft, left, right } from "fp-ts/Either";
import { badRequest } from "../../domain/errors";
import { ownListRefusal } from "../../domain/own-lists";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { userToKnow } from "./check-user";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Hides somebody's messages from the caller. */
export const muteUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, userId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      if (userId === caller.userId) return left(badRequest("Cannot mute self"));
      const accepted = { bots: true, deactivated: true };
      const target = userToKnow(tx.state, user.right, userId, accepted, tx.now);
      if (isLeft(target)) return target;
      const before = user.right.mutedUsers;
      if (before.some((one) => one.userId === userId)) return left(badRequest("User already muted"));
      const full = ownListRefusal("mutedUsers", { count: before.length + 1 });
      if (full) return left(full);
      const muted = [...before, { userId, since: Math.floor(tx.now / 1000) }];
      tx.append({ type: "muted_users_set", userId: caller.userId, muted });
      return right(undefined);
    });

/** Shows them again. */
export const unmuteUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, userId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const user = callerIn(tx.state, caller);
      if (isLeft(user)) return user;
      const accepted = { bots: true, deactivated: true };
      const target = userToKnow(tx.state, user.right, userId, accepted, tx.now);
      if (isLeft(target)) return target;
      const muted = user.right.mutedUsers.filter((one) => one.userId !== userId);
      if (muted.length === user.right.mutedUsers.length) return left(badRequest("User is not muted"));
      tx.append({ type: "muted_users_set", userId: caller.userId, muted });
      return right(undefined);
    });
