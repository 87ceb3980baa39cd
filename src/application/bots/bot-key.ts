import { isLeft, right } from "fp-ts/Either";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import { type Caller, callerIn, type Result } from "../caller";
import type { ApiKeys } from "../ports/api-keys";
import type { InTransaction } from "../transaction";
import { botToSpeakFor } from "./check-bot";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** A bot's API key, for its owner and administrators, unless the bot has more rights than they. */
export const fetchBotKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller, botId: number): Result<string> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const bot = botToSpeakFor(tx.state, actor.right, botId);
      if (isLeft(bot)) return bot;
      tx.audit(record("user_api_key_shown", aboutUser(botId)));
      return right(apiKeys.keyOf(caller.realmId, botId, bot.right.apiKeyVersion));
    });

/** Gives a bot a new API key; the old one ends. */
export const regenerateBotKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller, botId: number): Result<string> =>
    inTransaction(caller, (tx) => async () => {
      const actor = callerIn(tx.state, caller);
      if (isLeft(actor)) return actor;
      const bot = botToSpeakFor(tx.state, actor.right, botId);
      if (isLeft(bot)) return bot;
      const apiKeyVersion = bot.right.apiKeyVersion + 1;
      tx.append({ type: "user_changed", userId: botId, change: { apiKeyVersion, apiKeyMadeAt: tx.now } });
      return right(apiKeys.keyOf(caller.realmId, botId, apiKeyVersion));
    });
