import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { BotError } from "../../domain/bots/refusals";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { appendDeactivation, noDeactivationActions } from "../accounts/shared/deactivation";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { InTransaction } from "../transaction";
import { botToChange } from "./internal/check-bot";

/** Deactivates a bot. Its owner and administrators may. */
export const deactivateBot =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, botId: UserId): TaskEither<BotError | CallerError, void> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      const bot = botToChange(tx.state, actor, botId, false);
      if (E.isLeft(bot)) return bot;
      await appendDeactivation(tx, bot.right, noDeactivationActions);
      return E.right(undefined);
    });
