import type { CallerError } from "../../domain/caller-refusals";
import type { LoginError } from "../../domain/login/refusals";
import type { Caller, Result } from "../caller";
import { endOneSession, type Ports } from "./internal/end-sessions";

/** Logs the caller out of a browser. */
export const endSession =
  (ports: Ports) =>
  (caller: Caller, id: string): Result<void, CallerError | LoginError> =>
  () =>
    endOneSession(ports, caller, caller.userId, id);
