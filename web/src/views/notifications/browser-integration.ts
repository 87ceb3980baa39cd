import { effect } from "@preact/signals";
import type { App } from "../../app/app";
import { workerUrl } from "../../ui/message-html";
import { windowTitle } from "../places/window-title";

/** Names the window by what is on screen, after the number of messages that wait for the user. */
const showTitle = (app: App): void => {
  effect(() => {
    const count = app.badge.value;
    const title = windowTitle(app);
    document.title = count > 0 ? `(${count}) ${title}` : title;
  });
};

/** Registers the service worker, which serves the client offline and reports clicks on notifications. */
const startWorker = (): void => {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.hash === "string" && data.hash.startsWith("#")) window.location.hash = data.hash;
  });
  // Without it everything works, but only online.
  serviceWorker.register(workerUrl()).catch(() => undefined);
};

/** Connects the app to the browser. */
export const connectBrowser = (app: App): void => {
  showTitle(app);
  startWorker();
};
