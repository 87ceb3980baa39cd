import { signal } from "@preact/signals";

/** Text that something puts into the message being written; it is taken out when it is in there. */
export const inserted = signal<string | undefined>(undefined);

/** Puts text into the message that is being written, and goes on writing there. */
export const insertIntoCompose = (text: string): void => {
  inserted.value = text;
};
