import { openSession, Refusal, type Session, sendsMail } from "./api/http";
import { afterFrame } from "./app/after-frame";
import { type App, AppProvider } from "./app/app";
import { restoreAppearance } from "./app/appearance";
import { checkSession } from "./app/check-session";
import { forgetAndLogIn, forgetOthers } from "./app/end-session";
import { startApp } from "./app/start-app";
import { toLogin } from "./app/to-login";
import { watchReturns } from "./app/watch-returns";
import type { BegunStart } from "./offline/begin-start";
import { leavingName } from "./offline/cache";
import type { CachedState } from "./offline/stored-snapshot";
import { noteUnstored } from "./offline/unstored-events";
import { draw } from "./ui/draw";
import { listenToKeys } from "./views/keys/hotkeys";
import { loadDeferred } from "./views/lazy/lazy-views";
import { connectBrowser } from "./views/notifications/browser-integration";
import { Shell } from "./views/shell";
import { words } from "./words/en";

const retryAfter = 5000;
/** The first screen is drawn by then, in milliseconds. */
const idleAfter = 3000;

/** The last user of this browser, for when the server can't be reached. */
const sessionOf = ({ userId, realmName }: CachedState): Session => ({
  user_id: userId,
  realm_name: realmName,
  csrf_token: "",
  sends_mail: sendsMail(),
});

/** Retries until the server answers: until then nothing can be sent, and the user isn't confirmed. */
const confirm = async (app: App): Promise<void> => {
  try {
    await checkSession(app);
  } catch {
    setTimeout(() => void confirm(app), retryAfter);
  }
};

const start = async (root: Element, begun: BegunStart): Promise<void> => {
  const leaving = Number(localStorage[leavingName]);
  if (leaving) {
    const { finishLogOut } = await loadDeferred();
    return finishLogOut(leaving, root);
  }
  let session: Session | undefined;
  let isConfirmed = true;
  try {
    session = await openSession(begun.session);
    const known = await begun.cached;
    const forgetting = forgetOthers(session, known);
    if (session === undefined) {
      await forgetting;
      return toLogin();
    }
  } catch (error) {
    const cached = await begun.cached;
    if (cached === undefined || cached.isForeign) throw error;
    session = sessionOf(cached);
    isConfirmed = false;
  }
  if (session.user_id === 0) {
    const { spectate } = await loadDeferred();
    return spectate(session, root);
  }
  const app = await startApp(session, begun, (at, events) => {
    // Once the user logs out, nothing is stored any more.
    if (at.queueId() !== "") noteUnstored(events);
    // Without a connection there are no events either.
    loadDeferred().then(
      ({ keepEvents, notify }) => {
        keepEvents(at, events);
        void notify(at, events);
      },
      () => undefined,
    );
  });
  watchReturns(app);
  if (!isConfirmed) void confirm(app);
  listenToKeys(app);
  draw(
    <AppProvider value={app}>
      <Shell />
    </AppProvider>,
    root,
  );
  afterFrame(() => connectBrowser(app));
  setTimeout(() => void loadDeferred().catch(() => undefined), idleAfter);
};

/** Starts the client, and again if that fails. */
export const run = (begun: BegunStart): void => {
  const root = document.getElementById("app");
  if (root)
    start(root, begun).catch((error) => {
      // The session may have ended since it was requested.
      if (error instanceof Refusal && error.status === 401) return void forgetAndLogIn();
      console.error(error);
      draw(<p class="empty">{words.noAnswer}</p>, root);
      setTimeout(() => run(begun.again()), retryAfter);
    });
};

restoreAppearance();
