import { effect } from "@preact/signals";
import type { App } from "../../app/app";
import { desktopApp } from "../../app/desktop-app";
import { workerUrl } from "../../ui/message-html";
import { loadDeferred } from "../lazy/lazy-views";
import { windowTitle } from "../places/window-title";

/** Shows the unread count outside the page: in the title, on the icon, in the desktop app. */
const showCounts = (app: App): void => {
  effect(() => {
    const count = app.unreadCount.value;
    const title = windowTitle(app);
    document.title = count > 0 ? `(${count}) ${title}` : title;
  });
  effect(() => {
    const count = app.unreadCount.value;
    // Without an icon there is nothing to badge.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
    desktopApp()?.send_event("total_unread_count", count);
  });
};

/** Tells the desktop app about the organization, and reacts to its menus. */
const talkToDesktopApp = (app: App): void => {
  const bridge = desktopApp();
  if (bridge === undefined) return;
  effect(() => {
    const { realm_name: name, realm_icon_url: icon } = app.store.realm.value;
    bridge.send_event("realm_name", String(name ?? ""));
    bridge.send_event("realm_icon_url", new URL(String(icon ?? ""), window.location.href).href);
  });
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const plain = icon?.href ?? "";
  effect(() => {
    const hasDirect = app.unread.value.some(({ place, isMuted }) => place.kind === "direct" && !isMuted);
    // The app looks for this word in the address, and calls its user.
    if (icon) icon.href = hasDirect ? `${plain}?favicon-pms` : plain;
  });
  bridge.on_event("logout", () => void app.attempt(loadDeferred().then(({ logOut }) => logOut(app))));
  bridge.on_event("show-keyboard-shortcuts", () => {
    app.dialog.value = { kind: "keys" };
  });
  bridge.on_event("show-notification-settings", () =>
    app.go({ screen: "settings", section: "notifications" }),
  );
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

/** Connects the app to the browser and the desktop app. */
export const connectBrowser = (app: App): void => {
  showCounts(app);
  talkToDesktopApp(app);
  startWorker();
};
