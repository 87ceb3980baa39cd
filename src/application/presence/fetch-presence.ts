import { isLeft, left, right } from "fp-ts/Either";
import { badRequest, noSuchUser } from "../../domain/errors";
import type { Presence } from "../../domain/presence";
import { type Caller, callerIn, type Result } from "../caller";
import type { Clock } from "../ports/clock";
import type { RealmDirectory } from "../realm-directory";
import { findKnownUser, type Recipient } from "../users/resolve-recipients";
import type { PresenceBoard } from "./presence-board";

interface Ports {
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
  readonly clock: Clock;
}

/** When one person was last here. */
export const fetchPresence =
  ({ directory, presence, clock }: Ports) =>
  (caller: Caller, wanted: Recipient): Result<Presence> =>
  async () => {
    const state = await directory.of(caller.realmId);
    const reader = callerIn(state, caller);
    if (isLeft(reader)) return reader;
    const user = findKnownUser(state, reader.right, wanted, clock.now());
    if (!user?.isActive) return left(noSuchUser);
    if (user.bot !== null) return left(badRequest("Presence is not supported for bot users."));
    const found = await presence.of(caller.realmId, user.id);
    return found ? right(found) : left(badRequest(`No presence data for ${wanted}`));
  };
