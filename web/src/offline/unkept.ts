import { newKey } from "./outbox";

const name = "parley-unkept";
const ownKey = newKey();

/** Whether the event may change stored messages, or who may read them. */
const changesMessages = ({ type }: { readonly type: string }): boolean =>
  /message|reac|sub|^stream/.test(type);

/** Notes that the stored messages lack these events, in case this window closes before it has stored them. */
export const noteUnkept = (events: readonly { readonly type: string }[]): void => {
  try {
    if (events.some(changesMessages)) localStorage[name] ??= ownKey;
  } catch {
    // Without room for a word, there is none for messages either.
  }
};

/** Whether another window closed before it had stored its events. */
export const isMissingEvents = (): boolean => (localStorage[name] ?? ownKey) !== ownKey;

/** Answers for the events that another window has missed. */
export const takeOver = (): void => {
  localStorage[name] = ownKey;
};

export const noteKept = (): void => {
  delete localStorage[name];
};
