import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { LoginError } from "../../domain/login/refusals";
import type { UserError } from "../../domain/users/refusals";
import { userToSecure } from "../access/check-user";
import { readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { RealmDirectory } from "../held-realms/realm-directory";
import type { Clock } from "../ports/system/clock";
import { endOneSession, endSessionsExcept, type Ports } from "./internal/end-sessions";

type PortsForUser = Ports & {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
};

/** Logs another user out of one browser, or of all. Administrators only. */
export const endSessionsOfUser =
  (ports: PortsForUser) =>
  (
    caller: Caller,
    userId: UserId,
    id: string | undefined,
  ): TaskEither<CallerError | LoginError | UserError, void> =>
    readNewestAsCaller(
      ports.directory,
      caller,
      async (state, actor): Promise<E.Either<CallerError | LoginError | UserError, void>> => {
        const user = userToSecure(state, actor, userId, { bots: false }, ports.clock.now());
        if (E.isLeft(user)) return user;
        return id === undefined
          ? endSessionsExcept(ports, caller, userId, undefined)
          : endOneSession(ports, caller, userId, id);
      },
    );
