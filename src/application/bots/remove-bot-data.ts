import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type BotError, noSuchBotDataKey } from "../../domain/bots/refusals";
import type { CallerError } from "../../domain/caller-refusals";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { BotStorage } from "../ports/bots/bot-storage";
import { checkCallerIsBot } from "./internal/check-caller-is-bot";

interface Ports {
  readonly directory: RealmDirectory;
  readonly botStorage: BotStorage;
}

/**
 * Deletes what the caller, a bot, stored under these keys, or under all. If one of the keys is absent, nothing is
 * deleted.
 */
export const removeBotData =
  ({ directory, botStorage }: Ports) =>
  (caller: Caller, keys: readonly string[] | undefined): TaskEither<BotError | CallerError, void> =>
  async () => {
    const bot = await checkCallerIsBot(directory, caller)();
    if (E.isLeft(bot)) return bot;
    const isDone = await botStorage.remove(caller.realmId, caller.userId, keys);
    return isDone ? E.right(undefined) : E.left(noSuchBotDataKey);
  };
