import { type Either, isLeft, left, right } from "fp-ts/Either";
import { type BotError, onlyForBots } from "../../../domain/bots/refusals";
import type { CallerError } from "../../../domain/caller-refusals";
import { type Caller, callerIn } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";

/** Refuses callers who are people. */
export const checkCallerIsBot = async (
  directory: RealmDirectory,
  caller: Caller,
): Promise<Either<BotError | CallerError, void>> => {
  const user = callerIn(await directory.stateOf(caller.realmId), caller);
  if (isLeft(user)) return user;
  return user.right.bot === null ? left(onlyForBots) : right(undefined);
};
