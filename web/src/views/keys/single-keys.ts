import { effect, signal } from "@preact/signals";

const settingName = "parley-single-keys";

/** Whether single-letter shortcuts work: WCAG 2.1.4 requires that they can be switched off. */
export const singleKeys = signal(localStorage.getItem(settingName) !== "off");
effect(() => localStorage.setItem(settingName, singleKeys.value ? "on" : "off"));
