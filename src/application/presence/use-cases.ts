import type { Workings } from "../workings";
import { fetchPresence } from "./fetch-presence";
import { listPresence } from "./list-presence";
import { reportPresence } from "./report-presence";

/** Who is here. */
export const presenceUseCases = (workings: Workings) => ({
  board: workings.presence,
  fetch: fetchPresence(workings),
  list: listPresence(workings),
  report: reportPresence(workings),
});
