import type { Workings } from "../workings";
import { authenticateSession } from "./authenticate-session";
import { endSessions, listSessions } from "./end-sessions";
import { openSession } from "./open-session";

/** Sessions of browsers that are logged in. */
export const sessionUseCases = (workings: Workings) => ({
  authenticate: authenticateSession(workings),
  end: endSessions(workings),
  list: listSessions(workings),
  open: openSession(workings),
});
