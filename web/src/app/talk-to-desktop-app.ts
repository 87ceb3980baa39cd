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
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const plain = icon?.href ?? "";
  effect(() => {
    const hasDirect = app.unread.value.some(({ place, isMuted }) => place.kind === "direct" && !isMuted);
    // The app looks for this word in the address, and calls its user.
    if (icon) icon.href = hasDirect ? `${plain}?favicon-pms` : plain;
  });
  bridge.on_event("logout", () => void app.attempt(logOut(app)));
  bridge.on_event("show-keyboard-shortcuts", () => {
    app.dialog.value = { kind: "keys" };
  });
  bridge.on_event("show-notification-settings", () =>
    app.go({ screen: "settings", section: "notifications" }),
  );
};
