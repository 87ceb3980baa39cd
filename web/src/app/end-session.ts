import { openSession, type Session } from "../api/http";
import { clearAfterExpiry, clearStoredData, type Known } from "../offline/cache";
import { toLogin } from "./to-login";

/** How long to wait for a server or a database that may not answer. */
const patience = 2000;

/** Whether somebody is logged in; spectators have no account. */
const isSomebody = (session: Session | undefined): session is Session =>
  session !== undefined && session.user_id !== 0;

/** Removes what this browser stores about people other than the one who is logged in. */
export const forgetOthers = (session: Session | undefined, known?: Known): Promise<void> =>
  isSomebody(session) ? clearStoredData(session.user_id, known) : clearAfterExpiry(known);

/** Forgets a user whose session has ended, and asks for a login: what is on screen may no longer be theirs to see. */
export const forgetAndLogIn = async (known?: Known): Promise<void> => {
  const pause = new Promise<undefined>((resolve) => setTimeout(resolve, patience));
  // Somebody else may have logged in with this browser. Their data stays.
  const session = await Promise.race([openSession().catch(() => undefined), pause]);
  await Promise.race([forgetOthers(session, known), pause]);
  toLogin();
};
