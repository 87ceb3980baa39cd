import { effect } from "@preact/signals";
import type { App } from "./app";
import { desktopApp } from "./desktop-app";
import { logOut } from "./log-out";

/** Tells the desktop app about the organization, and reacts to its menus. */
export const talkToDesktopApp = (app: App): void => {
  const bridge = desktopApp();
  if (bridge === undefined) return;
  effect(() => {
    const { realm_name: name, realm_icon_url: icon } = app.store.realm.value;
    bridge.send_event("realm_name", String(name ?? ""));
    bridge.send_event("realm_icon_url", new URL(String(icon ?? ""), window.location.href).href);
  });
  bridge.on_event("logout", () => void app.attempt(logOut(app)));
  bridge.on_event("show-keyboard-shortcuts", () => {
    app.dialog.value = { kind: "keys" };
  });
  bridge.on_event("show-notification-settings", () =>
    app.go({ screen: "settings", section: "notifications" }),
  );
};
