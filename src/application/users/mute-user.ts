import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { LimitError } from "../../domain/limit-refusals";
import { sumOver } from "../../domain/policy/allowance";
import { alreadyMuted, cannotMuteSelf, type UserError } from "../../domain/users/refusals";
import { checkOwnList } from "../../domain/users/user-list-limits";
import { visibleUser } from "../access/check-user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Mutes a user: hides their messages from the caller. A job then marks them as read. */
export const muteUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | LimitError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx, user) => {
      if (userId === caller.userId) return E.left(cannotMuteSelf);
      const accepted = { bots: true, deactivated: true };
      const target = visibleUser(tx.state, user, userId, accepted, tx.now);
      if (E.isLeft(target)) return target;
      const before = user.mutedUsers;
      if (before.some((one) => one.userId === userId)) return E.left(alreadyMuted);
      const room = checkOwnList("mutedUsers", {
        count: sumOver(tx.state, caller.userId, ({ mutedUsers }) => mutedUsers.length) + 1,
      });
      if (E.isLeft(room)) return room;
      const muted = [...before, { userId, since: Math.floor(tx.now / 1000) }];
      tx.append({ type: "muted_users_set", userId: caller.userId, muted, added: userId });
      return E.right(undefined);
    });
