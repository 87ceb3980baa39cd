import { signal } from "@preact/signals-core";
import type { Place } from "../store/place";

/** A draft that the server has. */
interface Stored {
  readonly id: number;
  readonly content: string;
}

/** Keeps texts by name, as a browser's localStorage does. */
interface Shelf {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

interface Outside {
  readonly userId: number;
  readonly storage: Shelf;
  /** What the server has for a place; undefined for nothing. */
  readonly stored: (key: string) => Stored | undefined;
  /** Whether drafts go to all devices. */
  readonly isShared: () => boolean;
  readonly add: (place: Place, content: string) => Promise<number | undefined>;
  readonly change: (id: number, place: Place, content: string) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
}

/** What somebody has written and not sent: here at once, and on all their devices a moment later. */
export interface Drafts {
  textOf(key: string): string;
  /** Whether there is something here that the server doesn't have yet. */
  isAhead(key: string): boolean;
  /** Without a place it stays on this device. */
  write(key: string, place: Place | undefined, text: string): void;
}

const pause = 1500;
const retryAfter = 15_000;
/** As long as the event of a change may take: until then, what is here counts. */
const settles = 3000;

export const createDrafts = (outside: Outside): Drafts => {
  const { storage, stored, isShared } = outside;
  const name = (key: string): string => `parley-draft-${outside.userId}-${key}`;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Set<string>();
  /** Ids that the server gave, until the event tells of them. */
  const made = new Map<string, number>();
  const settled = signal(0);

  const read = (key: string): string | undefined => {
    try {
      return storage.getItem(name(key)) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const forget = (key: string): void => {
    try {
      storage.removeItem(name(key));
    } catch {
      // What couldn't be kept needn't be removed.
    }
  };
  const later = (key: string, place: Place, wait: number): void => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void share(key, place), wait),
    );
  };
  const share = async (key: string, place: Place): Promise<void> => {
    const text = read(key);
    if (text === undefined || !isShared()) return;
    if (underWay.has(key)) return later(key, place, pause);
    underWay.add(key);
    const id = stored(key)?.id ?? made.get(key);
    try {
      if (text === "") {
        if (id !== undefined) await outside.remove(id);
        made.delete(key);
      } else if (id !== undefined) await outside.change(id, place, text);
      else {
        const added = await outside.add(place, text);
        if (added !== undefined) made.set(key, added);
      }
      setTimeout(() => {
        if (read(key) !== text) return;
        forget(key);
        made.delete(key);
        settled.value += 1;
      }, settles);
    } catch {
      // The draft may be gone on another device meanwhile: the next time makes it anew.
      made.delete(key);
      later(key, place, retryAfter);
    } finally {
      underWay.delete(key);
    }
  };

  return {
    textOf: (key) => read(key) ?? stored(key)?.content ?? "",
    isAhead: (key) => {
      // What another device wrote in the meantime is looked at once this has settled.
      settled.value;
      return read(key) !== undefined;
    },
    write: (key, place, text) => {
      const said = text.trim() === "" ? "" : text;
      try {
        if (said === "" && (place === undefined || !isShared())) storage.removeItem(name(key));
        else storage.setItem(name(key), said);
      } catch {
        // Without room it lives as long as the window.
      }
      if (place !== undefined && isShared()) later(key, place, pause);
    },
  };
};
