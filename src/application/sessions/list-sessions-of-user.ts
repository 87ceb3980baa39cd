import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { UserId } from "../../domain/ids";
import type { UserError } from "../../domain/users/refusals";
import { userToSecure } from "../access/check-user";
import { readNewestAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { Session } from "../ports/login/session-store";
import { listLiveSessions, type Ports } from "./internal/list-live-sessions";

/** Lists another user's live sessions. Administrators only. */
export const listSessionsOfUser =
  (ports: Ports) =>
  (caller: Caller, userId: UserId): TaskEither<CallerError | UserError, readonly Session[]> =>
    readNewestAsCaller(ports.directory, caller, async (state, actor) => {
      const user = userToSecure(state, actor, userId, { bots: false }, ports.clock.now());
      return E.isLeft(user) ? user : E.right(await listLiveSessions(ports, state, userId));
    });
