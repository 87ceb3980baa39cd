import { ownKey, unstoredName } from "./unstored-events";

/** Whether another window closed before it had stored its events. */
export const isMissingEvents = (): boolean => (localStorage[unstoredName] ?? ownKey) !== ownKey;

/** Makes this window responsible for the events that another window has missed. */
export const claimMissedEvents = (): void => {
  localStorage[unstoredName] = ownKey;
};

export const noteStored = (): void => {
  delete localStorage[unstoredName];
};
