import { effect } from "@preact/signals";
import { Refusal, type Session } from "../../api/http";
import { fetchOpenMessages, registerSpectator } from "../../api/spectators";
import { type App, AppProvider } from "../../app/app";
import { createApp } from "../../app/create-app";
import { channelIdIn, type Location } from "../../app/location";
import { askForAccount } from "../../app/to-login";
import type { FetchMessages } from "../../store/history";
import { createStore, stateOf } from "../../store/store";
import { draw } from "../../ui/draw";
import { listenToKeys } from "../keys/hotkeys";
import { windowTitle } from "../places/window-title";
import { keepFresh } from "./keep-fresh";
import { SpectatorShell } from "./spectator-shell";

/** Private content leads to the login: a spectator can't tell whether it exists. */
const fetchOrLogIn: FetchMessages = async (narrow, window) => {
  try {
    return await fetchOpenMessages(narrow, window);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500 && error.status !== 429) askForAccount();
    throw error;
  }
};

const isOpen = (app: App, at: Location): boolean => {
  if (at.screen !== "narrow") return ["inbox", "recent", "channels"].includes(at.screen);
  const channelId = channelIdIn(at.narrow);
  return channelId === undefined || app.store.channels.value.known.has(channelId);
};

/** Shows spectators what is open to the web, and sends them to the login for everything else. */
export const spectate = async (session: Session, root: Element): Promise<void> => {
  const store = createStore(stateOf(await registerSpectator()), {
    fetchMessages: fetchOrLogIn,
    now: () => Date.now(),
  });
  const nothing = () => undefined;
  const app = createApp(session, store, {
    queueId: () => "",
    leads: () => false,
    leave: nothing,
    expire: nothing,
  });
  app.location.subscribe((at) => {
    if (!isOpen(app, at)) askForAccount();
  });
  effect(() => {
    const isHome = app.location.value.screen !== "narrow";
    document.title = isHome ? String(store.realm.value.realm_name ?? session.realm_name) : windowTitle(app);
  });
  listenToKeys(app);
  keepFresh(app);
  draw(
    <AppProvider value={app}>
      <SpectatorShell />
    </AppProvider>,
    root,
  );
};
