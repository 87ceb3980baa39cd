import { signal } from "@preact/signals";

/** Text to insert into the compose box; reset once it has been inserted. */
export const inserted = signal<string | undefined>(undefined);

/** Inserts text into the compose box and focuses it. */
export const insertIntoCompose = (text: string): void => {
  inserted.value = text;
};
