import { signal } from "@preact/signals";
import type { Place } from "../store/place";

/** Text to insert into the compose box; reset once it has been inserted. */
export const inserted = signal<{ readonly text: string; readonly focus?: string } | undefined>(undefined);

/** Inserts text into the compose box and focuses it, or the element that a selector names. */
export const insertIntoCompose = (text: string, focus?: string): void => {
  inserted.value = { text, ...(focus !== undefined && { focus }) };
};

/** The recipient chosen for a new message, and the key of its draft. */
export const composeTarget = signal<{ readonly place: Place; readonly draftKey: string } | undefined>(
  undefined,
);
