import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { UserError } from "../../domain/users/refusals";
import type { UserStatus } from "../../domain/users/user-status";
import { visibleUser } from "../access/check-user";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

/** Fetches a person's current status. */
export const fetchStatus =
  ({ directory, clock }: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | UserError, UserStatus> =>
    readAsCaller(directory, caller, async (state, reader) => {
      const accepted = { bots: false, deactivated: false };
      const user = visibleUser(state, reader, userId, accepted, clock.now());
      return E.isLeft(user) ? user : E.right(user.right.status);
    });
