import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { UserError } from "../../domain/users/refusals";
import { userToSecure } from "../access/check-user";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { appendKeyEnd } from "./shared/append-key-end";

interface Ports {
  readonly inTransaction: InTransaction;
}

/** Ends the API key of another user or of a bot. Administrators and the bot's owner only. */
export const endApiKeyOfUser =
  ({ inTransaction }: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | UserError, void> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      const user = userToSecure(tx.state, actor, userId, { bots: true }, tx.now);
      if (E.isLeft(user)) return user;
      appendKeyEnd(tx, user.right);
      return E.right(undefined);
    });
