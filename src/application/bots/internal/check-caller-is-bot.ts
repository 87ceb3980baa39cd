import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import { type BotError, onlyForBots } from "../../../domain/bots/refusals";
import type { CallerError } from "../../../domain/caller-refusals";
import { readAsCaller } from "../../as-caller";
import type { Caller } from "../../caller";
import type { RealmDirectory } from "../../held-realms/realm-directory";

/** Refuses callers who are people. */
export const checkCallerIsBot = (
  directory: RealmDirectory,
  caller: Caller,
): TaskEither<BotError | CallerError, undefined> =>
  readAsCaller(directory, caller, async (_state, { bot }) =>
    bot === null ? E.left(onlyForBots) : E.right(undefined),
  );
