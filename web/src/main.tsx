import { render } from "preact";
import { openSession } from "./api/call";
import { AppProvider, startApp } from "./app";
import { listenToKeys } from "./views/keys/hotkeys";
import { Shell } from "./views/shell";
import { words } from "./words/en";

const retryAfter = 5000;

const start = async (root: Element): Promise<void> => {
  const session = await openSession();
  if (session === undefined) {
    window.location.assign(`/login?next=${encodeURIComponent(`/${window.location.hash}`)}`);
    return;
  }
  const app = await startApp(session);
  listenToKeys(app);
  render(
    <AppProvider value={app}>
      <Shell />
    </AppProvider>,
    root,
  );
};

const root = document.getElementById("app");
const tryToStart = (): void => {
  if (root)
    start(root).catch((error) => {
      console.error(error);
      render(<p class="empty">{words.noAnswer}</p>, root);
      setTimeout(tryToStart, retryAfter);
    });
};
tryToStart();
