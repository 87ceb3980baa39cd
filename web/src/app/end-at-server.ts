import { csrf, openSession } from "../api/http";
import { leavingName } from "../offline/cache";

/** Ends the user's session. Throws if the server doesn't answer, or refuses. */
export const endAtServer = async (userId: number, signal?: AbortSignal): Promise<void> => {
  const session = await openSession(fetch("/json/session", { ...(signal && { signal }) }));
  // It has ended, or somebody else has logged in.
  if (session?.user_id !== userId) return;
  const body = new URLSearchParams({ csrfmiddlewaretoken: csrf() });
  const { ok, status } = await fetch("/logout", { method: "POST", body, ...(signal && { signal }) });
  if (!ok) throw new Error(`The server answered ${status}`);
};

/** Opens the login page, and forgets whose log-out was under way. */
export const openLogin = (): void => {
  delete localStorage[leavingName];
  window.location.assign("/login");
};
