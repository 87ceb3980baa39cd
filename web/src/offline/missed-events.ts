import { ownKey, unkeptName } from "./unkept";

/** Whether another window closed before it had stored its events. */
export const isMissingEvents = (): boolean => (localStorage[unkeptName] ?? ownKey) !== ownKey;

/** Answers for the events that another window has missed. */
export const takeOver = (): void => {
  localStorage[unkeptName] = ownKey;
};

export const noteKept = (): void => {
  delete localStorage[unkeptName];
};
