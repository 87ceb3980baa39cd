import { effect } from "@preact/signals";
import type { App } from "./app";
import { desktopApp } from "./desktop-app";

/** Shows what waits for the user on the app's icon, in the tab's icon and in the desktop app. Returns a function that stops it. */
export const showCount = (app: App): (() => void) => {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const plain = icon?.href ?? "";
  const endCount = effect(() => {
    const count = app.badge.value;
    // Without an icon there is nothing to badge.
    if ("setAppBadge" in navigator) void navigator.setAppBadge(count).catch(() => undefined);
    desktopApp()?.send_event("total_unread_count", count);
  });
  const endIcon = effect(() => {
    const url = app.badge.value > 0 ? plain.replace(".png", "-unread.png") : plain;
    const hasDirect = app.unread.value.some(({ place, waiting }) => place.kind === "direct" && waiting > 0);
    // The desktop app looks for this word in the address, and alerts the user.
    if (icon) icon.href = hasDirect && desktopApp() ? `${url}?favicon-pms` : url;
  });
  return () => {
    endCount();
    endIcon();
  };
};
