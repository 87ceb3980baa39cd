import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { BotError } from "../../domain/bots/refusals";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import { keyRenewed, nextKeyVersion } from "../api-keys/shared/key-renewed";
import { asCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { ApiKeys } from "../ports/api-keys/api-keys";
import type { InTransaction } from "../transaction";
import { botToControl } from "./internal/check-bot";

interface Ports {
  readonly inTransaction: InTransaction;
  readonly apiKeys: ApiKeys;
}

/** Gives a bot a new API key; the old one ends. */
export const regenerateBotKey =
  ({ inTransaction, apiKeys }: Ports) =>
  (caller: Caller, botId: UserId): TaskEither<BotError | CallerError, string> =>
    asCaller(inTransaction, caller, async (tx, actor) => {
      const bot = botToControl(tx, actor, botId);
      if (E.isLeft(bot)) return bot;
      tx.append(keyRenewed(bot.right, tx.now));
      return E.right(apiKeys.keyOf(caller.realmId, botId, nextKeyVersion(bot.right)));
    });
