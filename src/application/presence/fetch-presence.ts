import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Presence } from "../../domain/presence/presence";
import { noSuchUser, type UserError } from "../../domain/users/refusals";
import { noPresenceData, noPresenceOfBots, type StatusError } from "../../domain/users/status-refusals";
import { findKnownUser, type Recipient } from "../access/resolve-recipients";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
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
  (caller: Caller, recipient: Recipient): TaskEither<CallerError | StatusError | UserError, Presence> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const user = findKnownUser(state, reader, recipient, clock.now());
      if (!user?.isActive) return E.left(noSuchUser);
      if (user.bot !== null) return E.left(noPresenceOfBots);
      const found = await presence.find(caller.realmId, user.id);
      return found ? E.right(found) : E.left(noPresenceData(recipient));
    });
