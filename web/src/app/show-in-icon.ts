import { effect } from "@preact/signals";
import type { App } from "./app";
import { desktopApp } from "./desktop-app";

/** Shows in the tab's icon whether something is unread. Returns how to stop. */
export const showInIcon = (app: App): (() => void) => {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const plain = icon?.href ?? "";
  return effect(() => {
    const url = app.badge.value > 0 ? plain.replace(".png", "-unread.png") : plain;
    const hasDirect = app.unread.value.some(({ place, waiting }) => place.kind === "direct" && waiting > 0);
    // The desktop app looks for this word in the address, and calls its user.
    if (icon) icon.href = hasDirect && desktopApp() ? `${url}?favicon-pms` : url;
  });
};
