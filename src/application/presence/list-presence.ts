import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { PresenceBoard } from "./presence-board";
import type { PresenceAnswer } from "./report-presence";

interface Ports {
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
}

/** Lists everyone who was present lately. */
export const listPresence =
  ({ directory, presence }: Ports) =>
  (caller: Caller): TaskEither<CallerError, PresenceAnswer> =>
    readAsCaller(directory, caller, async (state, reader) => {
      return E.right({ ...(await presence.since(caller.realmId, -1)), state, reader });
    });
