import { openSession } from "../api/http";
import type { App } from "./app";

/**
 * Asks who is logged in, and forgets the user of this window unless it is still them. Returns whether it is; rejects if
 * there is no answer.
 */
export const checkSession = async (app: Pick<App, "store" | "expire">): Promise<boolean> => {
  const session = await openSession();
  const isOwn = session?.user_id === app.store.ownId;
  if (!isOwn) app.expire();
  return isOwn;
};
