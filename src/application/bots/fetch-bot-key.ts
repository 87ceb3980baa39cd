import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { aboutUser, record } from "../../domain/audit/audit-rule";
import type { BotError } from "../../domain/bots/refusals";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { InTransaction } from "../transaction";
import { botToControl } from "./internal/check-bot";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Returns a bot's API key to its owner and administrators, unless the bot has more rights than they do, or reads channels that they can't. */
export const fetchBotKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller, botId: UserId): TaskEither<BotError | CallerError, string> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      const bot = botToControl(tx, actor, botId);
      if (E.isLeft(bot)) return bot;
      tx.audit(record("user_api_key_shown", aboutUser(botId)));
      return E.right(apiKeys.keyOf(caller.realmId, botId, bot.right.apiKeyVersion));
    });
