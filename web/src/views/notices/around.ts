import { effect } from "@preact/signals";
import type { App } from "../../app";
import { workerUrl } from "../../ui/message-html";
import { logOut } from "../you/log-out";
import { desktopApp } from "./desktop-app";

/** Tells what is unread where the window itself isn't seen: in its title, on its icon, to the desktop app. */
const showCounts = (app: App): void => {
  effect(() => {
    const count = app.unreadCount.value;
    const name = String(app.store.realm.value.realm_name ?? app.session.realm_name);
    document.title = count > 0 ? `(${count}) ${name}` : name;
    // Where there is no icon, there is nothing to mark.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
    desktopApp()?.send_event("total_unread_count", count);
  });
};

/** Tells the desktop app what it shows of the organization, and does what its menus ask for. */
const talkToDesktopApp = (app: App): void => {
  const bridge = desktopApp();
  if (bridge === undefined) return;
  effect(() => {
    const { realm_name: name, realm_icon_url: icon } = app.store.realm.value;
    bridge.send_event("realm_name", String(name ?? ""));
    bridge.send_event("realm_icon_url", new URL(String(icon ?? ""), window.location.href).href);
  });
  bridge.on_event("logout", () => void logOut(app));
  bridge.on_event("show-keyboard-shortcuts", () => {
    app.dialog.value = { kind: "keys" };
  });
  bridge.on_event("show-notification-settings", () =>
    app.go({ screen: "settings", section: "notifications" }),
  );
};

/** Has the service worker keep the client for starts without a connection; it says where a notification leads. */
const startWorker = (): void => {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (typeof data?.hash === "string" && data.hash.startsWith("#")) window.location.hash = data.hash;
  });
  // Without it everything works, but with a connection only.
  serviceWorker.register(workerUrl()).catch(() => undefined);
};

/** Connects the app with what is around the page. */
export const listenAround = (app: App): void => {
  showCounts(app);
  talkToDesktopApp(app);
  startWorker();
};
