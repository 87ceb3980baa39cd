import { effect, signal } from "@preact/signals";

const settingName = "parley-single-keys";

/** Whether single letters do something: WCAG 2.1.4 lets people switch them off. */
export const singleKeys = signal(localStorage.getItem(settingName) !== "off");
effect(() => localStorage.setItem(settingName, singleKeys.value ? "on" : "off"));
