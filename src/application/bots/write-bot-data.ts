import * as E from "fp-ts/Either";
import { pipe } from "fp-ts/function";
import type { TaskEither } from "fp-ts/TaskEither";
import { type BotError, botDataKeyTooLong, botDataTooLarge } from "../../domain/bots/refusals";
import type { CallerError } from "../../domain/caller-refusals";
import { allowanceSharers } from "../../domain/policy/allowance";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { BotStorage } from "../ports/bots/bot-storage";
import { checkCallerIsBot } from "./internal/check-caller-is-bot";

interface Ports {
  readonly directory: RealmDirectory;
  readonly botStorage: BotStorage;
}

/** The limit of all keys and values of a bot together, in code points. */
const sizeLimit = 10_000_000;

/** The limit of what all bots of one owner store, in code points. */
const sizeLimitTogether = 100_000_000;

/** In code points. */
const longestKey = 255;

/** Stores values for the caller, who is a bot: all of them, or none if they exceed the limit. */
export const writeBotData =
  ({ directory, botStorage }: Ports) =>
  (caller: Caller, values: ReadonlyMap<string, string>): TaskEither<BotError | CallerError, void> =>
  async () => {
    const bot = await checkCallerIsBot(directory, caller)();
    if (E.isLeft(bot)) return bot;
    if ([...values.keys()].some((key) => [...key].length > longestKey))
      return E.left(botDataKeyTooLong(longestKey));
    const sharers = allowanceSharers(await directory.newest(caller.realmId), caller.userId);
    const added = [...values].reduce((sum, [key, value]) => sum + [...key].length + [...value].length, 0);
    const usedUp = (await botStorage.usedBy(caller.realmId, sharers)) + added - sizeLimitTogether;
    if (usedUp > 0) return E.left(botDataTooLarge(usedUp, sizeLimitTogether));
    return pipe(
      await botStorage.write(caller.realmId, caller.userId, values, sizeLimit),
      E.mapLeft(({ excess }) => botDataTooLarge(excess, sizeLimit)),
    );
  };
