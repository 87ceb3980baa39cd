import { openSession, Refusal, type Session } from "./api/call";
import { AppProvider, startApp } from "./app";
import { forgetOthers, type Kept, readKept } from "./offline/kept";
import { draw } from "./ui/draw";
import { listenToKeys } from "./views/keys/hotkeys";
import { rarely } from "./views/lazily";
import { listenAround } from "./views/notices/around";
import { notify } from "./views/notices/notify";
import { Shell } from "./views/shell";
import { toLogin } from "./views/to-login";
import { recallLook } from "./views/you/look";
import { words } from "./words/en";

const retryAfter = 5000;
/** By then what is shown first is there. */
const idleAfter = 3000;

/** Who was here last, where the server can't be asked. */
const sessionOf = ({ userId, realmName }: Kept): Session => ({
  user_id: userId,
  realm_name: realmName,
  csrf_token: "",
});

/** Asks until the server answers: only then can anything be sent, and is it sure who is here. */
const confirm = async (userId: number): Promise<void> => {
  try {
    const session = await openSession();
    if (session?.user_id === userId) return;
    await forgetOthers(session?.user_id);
    if (session === undefined) toLogin();
    else window.location.reload();
  } catch {
    setTimeout(() => void confirm(userId), retryAfter);
  }
};

const start = async (root: Element): Promise<void> => {
  // Read while the server is asked who is here, and shown to nobody before that is known.
  const reading = readKept();
  let session: Session | undefined;
  try {
    session = await openSession();
    const forgetting = forgetOthers(session?.user_id, await reading);
    if (session === undefined) {
      await forgetting;
      return toLogin();
    }
  } catch (error) {
    const kept = await reading;
    if (kept === undefined) throw error;
    session = sessionOf(kept);
    void confirm(session.user_id);
  }
  if (session.user_id === 0) {
    const { spectate } = await rarely();
    return spectate(session, root);
  }
  const app = await startApp(session, await reading, notify);
  listenAround(app);
  listenToKeys(app);
  draw(
    <AppProvider value={app}>
      <Shell />
    </AppProvider>,
    root,
  );
  setTimeout(() => void rarely().catch(() => undefined), idleAfter);
};

recallLook();
const root = document.getElementById("app");
const tryToStart = (): void => {
  if (root)
    start(root).catch((error) => {
      // Another window may have logged out since the session was asked for.
      if (error instanceof Refusal && error.status === 401) return toLogin();
      console.error(error);
      draw(<p class="empty">{words.noAnswer}</p>, root);
      setTimeout(tryToStart, retryAfter);
    });
};
tryToStart();
