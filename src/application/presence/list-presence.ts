import { isLeft, right } from "fp-ts/Either";
import { type Caller, callerIn, type Result } from "../caller";
import type { RealmDirectory } from "../realm-directory";
import type { PresenceBoard } from "./presence-board";
import type { PresenceAnswer } from "./report-presence";

interface Ports {
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
}

/** Everyone who was here lately. */
export const listPresence =
  ({ directory, presence }: Ports) =>
  (caller: Caller): Result<PresenceAnswer> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const reader = callerIn(state, caller);
    if (isLeft(reader)) return reader;
    return right({ ...(await presence.since(caller.realmId, -1)), state, reader: reader.right });
  };
