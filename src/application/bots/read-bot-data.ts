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

/** Reads the values that the calling bot stored under these keys, or all of its values. */
export const readBotData =
  ({ directory, botStorage }: Ports) =>
  (
    caller: Caller,
    keys: readonly string[] | undefined,
  ): TaskEither<BotError | CallerError, ReadonlyMap<string, string>> =>
  async () => {
    const bot = await checkCallerIsBot(directory, caller)();
    if (E.isLeft(bot)) return bot;
    const values = await botStorage.read(caller.realmId, caller.userId, keys);
    return keys?.some((key) => !values.has(key)) ? E.left(noSuchBotDataKey) : E.right(values);
  };
