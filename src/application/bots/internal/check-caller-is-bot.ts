import { type Either, isLeft, left, right } from "fp-ts/Either";
import { onlyForBots } from "../../../domain/bots/refusals";
import type { ApiError } from "../../../domain/errors";
import { type Caller, callerIn } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";

/** Refuses callers who are people. */
export const checkCallerIsBot = async (
  directory: RealmDirectory,
  caller: Caller,
): Promise<Either<ApiError, void>> => {
  const user = callerIn(await directory.stateOf(caller.realmId), caller);
  if (isLeft(user)) return user;
  return user.right.bot === null ? left(onlyForBots) : right(undefined);
};
