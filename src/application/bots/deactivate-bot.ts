import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { InTransaction } from "../transaction";
import { appendDeactivation, noActions } from "../users/deactivation";
import { botToChange } from "./check-bot";

/** Ends a bot's account. Its owner and administrators may. */
export const deactivateBot =
  ({ inTransaction }: { readonly inTransaction: InTransaction }) =>
  (caller: Caller, botId: number): Result<void> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const bot = botToChange(tx.state, actor.right, botId, false);
      if (isLeft(bot)) return bot;
      await appendDeactivation(tx, bot.right, noActions);
      return right(undefined);
    });
