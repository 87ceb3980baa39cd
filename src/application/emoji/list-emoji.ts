import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { RealmState } from "../../domain/state/realm-state";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";

/** The realm and its custom emoji, deactivated ones included. */
export const listEmoji =
  ({ directory }: { readonly directory: RealmDirectory }) =>
  (caller: Caller): TaskEither<CallerError, Pick<RealmState, "realm" | "emoji">> =>
    readAsCaller(directory, caller, async (state) => E.right(state));
