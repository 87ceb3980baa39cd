import { signal } from "@preact/signals";
import { type ComponentType, lazy } from "preact/compat";

export type Deferred = typeof import("../deferred");
type Settings = typeof import("../settings-bundle");

/** Code that isn't loaded at first, once it is there. */
export const deferred = signal<Deferred | undefined>(undefined);

export const loadDeferred = async (): Promise<Deferred> => {
  const parts = deferred.peek() ?? (await import("../deferred"));
  deferred.value = parts;
  return parts;
};

/** Settings and administration, loaded when somebody opens or searches them. */
export const loadSettings = (): Promise<Settings> => import("../settings-bundle");

const from =
  <Parts>(load: () => Promise<Parts>) =>
  <Props>(choose: (parts: Parts) => ComponentType<Props>) =>
    lazy(() => load().then((parts) => ({ default: choose(parts) })));

/** A component that is loaded when it is first rendered. */
export const lazyView = from(loadDeferred);
export const lazySettingsView = from(loadSettings);
