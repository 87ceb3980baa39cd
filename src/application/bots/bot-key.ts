import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { RealmDirectory } from "../realm-directory";
import type { InTransaction } from "../transaction";
import { botToSpeakFor } from "./check-bot";

/** A bot's API key, for its owner and administrators, unless the bot has more rights than they. */
export const fetchBotKey =
  ({ directory, apiKeys }: { readonly directory: RealmDirectory; readonly apiKeys: ApiKeys }) =>
  (caller: Caller, botId: number): Result<string> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const actor = callerIn(state, caller);
    if (isLeft(actor)) return actor;
    const bot = botToSpeakFor(state, actor.right, botId);
    return isLeft(bot) ? bot : right(apiKeys.keyOf(caller.realmId, botId, bot.right.apiKeyVersion));
  };

/** Gives a bot a new API key; the old one ends. */
export const regenerateBotKey =
  ({ inTransaction, apiKeys }: { readonly inTransaction: InTransaction; readonly apiKeys: ApiKeys }) =>
  (caller: Caller, botId: number): Result<string> =>
    inTransaction(caller.realmId, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const bot = botToSpeakFor(tx.state, actor.right, botId);
      if (isLeft(bot)) return bot;
      const apiKeyVersion = bot.right.apiKeyVersion + 1;
      tx.append({ type: "user_changed", userId: botId, change: { apiKeyVersion } });
      return right(apiKeys.keyOf(caller.realmId, botId, apiKeyVersion));
    });
