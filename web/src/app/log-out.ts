import { clearStoredData, leavingName } from "../offline/cache";
import { logOutWords } from "../words/en-log-out";
import type { App } from "./app";
import { endAtServer, openLogin } from "./end-at-server";
import type { Toasts } from "./toasts";

/** How long to wait for a server that may not answer. */
const patience = 2000;
const betweenLooks = 100;

type LoggingOut = Pick<App, "session" | "leave" | "outbox" | "drafts" | "uploads" | "dialog"> &
  Omit<Toasts, "toasts">;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

const isBeingSent = ({ outbox }: LoggingOut): boolean =>
  outbox.unsent.peek().some(({ problem }) => problem === undefined);

/** How much of what the user has written only this browser has, in words; undefined if nothing. */
const lossOf = ({ outbox, drafts, uploads }: LoggingOut): string | undefined => {
  const counts = [outbox.unsent.peek(), drafts.unsaved(), uploads.list.peek()].map(({ length }) => length);
  const [messages = 0, texts = 0, files = 0] = counts;
  return messages + texts + files === 0 ? undefined : logOutWords.wouldBeLost(messages, texts, files);
};

/** Sends what waits and saves drafts on the server, if that is possible at once. */
const saveInTime = async (app: LoggingOut): Promise<void> => {
  if (!navigator.onLine) return;
  // Includes emptied drafts, which aren't a loss.
  const saving = app.drafts.saveNow();
  const toast = { text: logOutWords.saving };
  if (lossOf(app) !== undefined) app.showToast(toast);
  app.outbox.resume();
  const sending = async () => {
    for (let left = patience; left > 0 && isBeingSent(app); left -= betweenLooks) await pause(betweenLooks);
  };
  await Promise.all([sending(), Promise.race([saving, pause(patience)])]);
  app.withdrawToast(toast);
};

/** Leaves nothing behind in the browser, and ends the session now or, without an answer, at the next contact. */
const endSession = async (app: LoggingOut): Promise<void> => {
  const userId = app.session.user_id;
  app.leave();
  const clearing = clearStoredData();
  localStorage[leavingName] = userId;
  await Promise.race([clearing, pause(patience)]);
  await endAtServer(userId, AbortSignal.timeout(patience)).then(openLogin, () => window.location.reload());
};

/** Logs out, unless that would lose what the user has written: then it saves what it can, and asks about the rest. */
export const logOut = async (app: LoggingOut): Promise<void> => {
  await saveInTime(app);
  const loss = lossOf(app);
  if (loss === undefined) return endSession(app);
  app.dialog.value = {
    kind: "confirm",
    text: logOutWords.logOutQuestion,
    about: loss,
    label: logOutWords.logOutAnyway,
    stay: logOutWords.stayLoggedIn,
    run: () => void endSession(app),
  };
};
