import { left, right } from "fp-ts/Either";
import { noSuchUser } from "../../domain/errors";
import type { Presence } from "../../domain/users/presence";
import { noPresenceData, noPresenceOfBots } from "../../domain/users/refusals";
import { findKnownUser, type Recipient } from "../access/resolve-recipients";
import { readAsCaller } from "../as-caller";
import type { Caller, Result } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";
import type { PresenceBoard } from "./presence-board";

interface Ports {
  readonly directory: RealmDirectory;
  readonly presence: PresenceBoard;
  readonly clock: Clock;
}

/** Fetches when a user was last present. */
export const fetchPresence =
  ({ directory, presence, clock }: Ports) =>
  (caller: Caller, wanted: Recipient): Result<Presence> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const user = findKnownUser(state, reader, wanted, clock.now());
      if (!user?.isActive) return left(noSuchUser);
      if (user.bot !== null) return left(noPresenceOfBots);
      const found = await presence.find(caller.realmId, user.id);
      return found ? right(found) : left(noPresenceData(wanted));
    });
