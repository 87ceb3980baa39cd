import type { App } from "./app";
import { checkSession } from "./check-session";

/**
 * Checks who is logged in when the browser shows a page again as it was left, with all that was on it (from its
 * back/forward cache): nobody sees what the previous user was reading.
 */
export const watchReturns = (app: Pick<App, "store" | "queueId" | "expire">): void => {
  const check = async ({ persisted }: PageTransitionEvent): Promise<void> => {
    if (!persisted) return;
    const { style } = document.body;
    // Dialogs are transparent only if they are hidden, and an open sidebar only if the page is transparent.
    style.visibility = "hidden";
    style.opacity = "0";
    // They logged out in this window.
    if (app.queueId() === "") return window.location.reload();
    try {
      if (!(await checkSession(app))) return;
    } catch {
      // Without a connection, what was read before can be read again.
    }
    style.visibility = "";
    style.opacity = "";
  };
  window.addEventListener("pageshow", (event) => void check(event));
};
