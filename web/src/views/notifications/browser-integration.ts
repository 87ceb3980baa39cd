import { effect } from "@preact/signals";
import type { App } from "../../app/app";
import { desktopApp } from "../../app/desktop-app";
import { workerUrl } from "../../ui/message-html";
import { windowTitle } from "../places/window-title";

/** Shows the unread count outside the page: in the title, on the icon, in the desktop app. */
const showCounts = (app: App): void => {
  effect(() => {
    const count = app.badge.value;
    const title = windowTitle(app);
    document.title = count > 0 ? `(${count}) ${title}` : title;
  });
  effect(() => {
    const count = app.badge.value;
    // Without an icon there is nothing to badge.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
    desktopApp()?.send_event("total_unread_count", count);
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
  showCounts(app);
  startWorker();
};
