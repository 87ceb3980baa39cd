import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type ApiError, badRequest } from "../../domain/errors";
import { type Caller, callerIn, type Result } from "../caller";
import type { BotStorage } from "../ports/bot-storage";
import type { RealmDirectory } from "../realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly botStorage: BotStorage;
}

/** All keys and values of a bot together, in code points. */
const sizeLimit = 10_000_000;
/** In code points. */
const longestKey = 255;
const noSuchKey = badRequest("Key does not exist.");
const onlyForBots = badRequest("This endpoint is only available to bots.");

const botIn = async (directory: RealmDirectory, caller: Caller): Promise<Either<ApiError, void>> => {
  const user = callerIn(await directory.of(caller.realmId), caller);
  if (isLeft(user)) return user;
  return user.right.bot === null ? left(onlyForBots) : right(undefined);
};

/** The values that the caller, a bot, keeps under some keys, or under all. */
export const readBotData =
  ({ directory, botStorage }: Ports) =>
  (caller: Caller, keys: readonly string[] | undefined): Result<ReadonlyMap<string, string>> =>
  async () => {
    const bot = await botIn(directory, caller);
    if (isLeft(bot)) return bot;
    const values = await botStorage.read(caller.realmId, caller.userId, keys);
    return keys?.some((key) => !values.has(key)) ? left(noSuchKey) : right(values);
  };

/** Keeps values of the caller's, a bot's; all of them, or none where they are too much. */
export const keepBotData =
  ({ directory, botStorage }: Ports) =>
  (caller: Caller, values: ReadonlyMap<string, string>): Result<void> =>
  async () => {
    const bot = await botIn(directory, caller);
    if (isLeft(bot)) return bot;
    if ([...values.keys()].some((key) => [...key].length > longestKey))
      return left(badRequest(`A key is too long (limit: ${longestKey} characters)`));
    const { excess } = await botStorage.write(caller.realmId, caller.userId, values, sizeLimit);
    if (excess === 0) return right(undefined);
    return left(
      badRequest(
        `Request exceeds storage limit by ${excess} characters. The limit is ${sizeLimit} characters.`,
      ),
    );
  };

/** Forgets what the caller, a bot, keeps under some keys, or all; nothing where any of them isn't there. */
export const removeBotData =
  ({ directory, botStorage }: Ports) =>
  (caller: Caller, keys: readonly string[] | undefined): Result<void> =>
  async () => {
    const bot = await botIn(directory, caller);
    if (isLeft(bot)) return bot;
    const isDone = await botStorage.remove(caller.realmId, caller.userId, keys);
    return isDone ? right(undefined) : left(noSuchKey);
  };
