import * as E from "fp-ts/Either";
import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import { readAsCaller } from "../as-caller";
import type { Caller } from "../caller";
import type { Session } from "../ports/login/session-store";
import { listLiveSessions, type Ports } from "./internal/list-live-sessions";

/** Lists the caller's live sessions, most recently used first. */
export const listSessions =
  (ports: Ports) =>
  (caller: Caller): TaskEither<CallerError, readonly Session[]> =>
    readAsCaller(ports.directory, caller, async (state, { id }) =>
      E.right(await listLiveSessions(ports, state, id)),
    );
