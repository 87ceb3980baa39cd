import type { TaskEither } from "fp-ts/TaskEither";
import type { CallerError } from "../../domain/caller-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { Caller } from "../caller";
import { endOneSession, type Ports } from "./internal/end-sessions";

/** Logs the caller out of a browser. */
export const endSession =
  (ports: Ports) =>
  (caller: Caller, id: string): TaskEither<CallerError | LoginError, void> =>
  () =>
    endOneSession(ports, caller, caller.userId, id);
