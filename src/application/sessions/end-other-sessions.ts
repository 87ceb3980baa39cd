import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { Caller } from "../caller";
import { endSessionsExcept, type Ports } from "./internal/end-sessions";

/** Logs the caller out of all browsers except the one with the session `keptId`, if given. */
export const endOtherSessions =
  (ports: Ports) =>
  (caller: Caller, keptId: string | undefined): TaskEither<CallerError, void> =>
  () =>
    endSessionsExcept(ports, caller, caller.userId, keptId);
