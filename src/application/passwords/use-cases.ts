import type { Workings } from "../workings";
import { requestReset } from "./request-reset";
import { openReset, resetPassword } from "./reset-password";

/** Passwords that were forgotten. */
export const passwordUseCases = (workings: Workings) => ({
  openReset: openReset(workings),
  requestReset: requestReset(workings),
  reset: resetPassword(workings),
});
