import { type ComponentType, lazy } from "preact/compat";

type Rarely = typeof import("./rarely");
type Settings = typeof import("./settings/parts");

/** What isn't among the first files. */
export const rarely = (): Promise<Rarely> => import("./rarely");

/** Settings and administration: fetched when somebody opens or looks for them. */
export const settingsParts = (): Promise<Settings> => import("./settings/parts");

const from =
  <Parts>(load: () => Promise<Parts>) =>
  <Props>(choose: (parts: Parts) => ComponentType<Props>) =>
    lazy(() => load().then((parts) => ({ default: choose(parts) })));

/** A part of the window that is fetched when it is first drawn. */
export const lazily = from(rarely);
export const settingsLazily = from(settingsParts);
