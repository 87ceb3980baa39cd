import { onSessionRefused } from "../api/http";
import type { App } from "./app";
import { checkSession } from "./check-session";

/** Another page of this browser may be replacing the session at this moment. */
const replacedWithin = 1000;

/** Checks who is logged in when the server refuses a request for its session. */
export const watchSession = (app: Pick<App, "store" | "expire">): void => {
  let isAsking = false;
  onSessionRefused(() => {
    if (isAsking) return;
    isAsking = true;
    setTimeout(async () => {
      try {
        await checkSession(app);
      } catch {
        // There is no connection: the next refusal asks again.
      }
      isAsking = false;
    }, replacedWithin);
  });
};
