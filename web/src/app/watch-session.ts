import { onSessionRefused, openSession } from "../api/http";
import type { App } from "./app";

/** Another page of this browser may be replacing the session at this moment. */
const replacedWithin = 1000;

/** When a request is refused for its session, asks who is logged in, and leaves if it isn't the user of this window. */
export const watchSession = (app: Pick<App, "store" | "expire">): void => {
  let isAsking = false;
  onSessionRefused(() => {
    if (isAsking) return;
    isAsking = true;
    setTimeout(async () => {
      try {
        const session = await openSession();
        if (session?.user_id !== app.store.ownId) app.expire();
      } catch {
        // There is no connection: the next refusal asks again.
      }
      isAsking = false;
    }, replacedWithin);
  });
};
