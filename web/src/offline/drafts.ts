import { type ReadonlySignal, signal } from "@preact/signals-core";
import { mayPass } from "../api/http";
import { keyOf, type Place, placeOfKey } from "../store/place";
import type { Message } from "../wire/wire";

/** A draft that the server has. */
interface Stored {
  readonly id: number;
  readonly content: string;
}

/** A string store with the interface of localStorage. */
export interface StringStorage {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

interface Dependencies {
  readonly userId: number;
  readonly storage: StringStorage;
  /** All names in the storage. */
  readonly storedNames: () => readonly string[];
  /** Reports changes that other windows make to the storage. */
  readonly onStored: (listener: (change: { readonly key: string | null }) => void) => void;
  /** The server's draft for a place, if any. */
  readonly stored: (key: string) => Stored | undefined;
  /** Whether drafts sync to all devices. */
  readonly isShared: () => boolean;
  readonly add: (place: Place, content: string) => Promise<number | undefined>;
  readonly change: (id: number, place: Place, content: string) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
}

/** The key of what was changed in a message. A message that has been changed since is edited anew. */
export const editKeyOf = ({
  id,
  last_edit_timestamp: edited = 0,
}: Pick<Message, "id" | "last_edit_timestamp">): string => `edit ${id} ${edited}`;

export const isEditKey = (key: string): boolean => key.startsWith("edit ");

/** The key of a message that forwards another, so that what it quotes stands in no other one. */
export const forwardKeyOf = (id: number): string => `forward ${id}`;

/** Whether it is the key of a message whose place was still to be chosen. */
export const isNewKey = (key: string): boolean => key.startsWith("new ");

/** The key of where a draft is to go whose place is still to be chosen. */
export const keyOfBegun = (draftKey: string): string => `to ${draftKey}`;

const isBegunKey = (key: string): boolean => key.startsWith("to ");

export const isForwardKey = (key: string): boolean => key.startsWith("forward ");

/** The id of the message that was changed. */
export const messageOfEdit = (key: string): number => Number(key.split(" ")[1]);

/** The user's drafts: saved here at once, and on all their devices a moment later. */
export interface Drafts {
  textOf(key: string): string;
  /** Whether what this window wrote hasn't settled yet. */
  isAhead(key: string): boolean;
  /** The keys of drafts that this device stores, whether or not the server has them too. */
  readonly local: ReadonlySignal<ReadonlySet<string>>;
  /** Without a place, the draft stays on this device. */
  write(key: string, place: Place | undefined, text: string): void;
  /** Moves a conversation's draft along when the conversation moves. */
  move(from: Place, to: Place): void;
  /** Saves on the server, without a pause, what this device has and the server may have. */
  saveNow(): Promise<unknown>;
  /** The keys of drafts that only this device has, in the state they are in. */
  unsaved(): readonly string[];
}

const pause = 1500;
const retryAfter = 15_000;
/** How long the event of a change may take; until then, the local draft wins. */
const settleTime = 3000;

export const createDrafts = (deps: Dependencies): Drafts => {
  const { storage, stored, isShared } = deps;
  const prefix = `parley-draft-${deps.userId}-`;
  const name = (key: string): string => prefix + key;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** Where each draft goes that this window has written, with capital letters, which keys don't have. */
  const places = new Map<string, Place>();
  const underWay = new Map<string, Promise<void>>();
  /** What this window wrote last and hasn't settled. */
  const unsettled = new Set<string>();
  /** Ids from the server's answers, until the event arrives. */
  const createdIds = new Map<string, number>();
  /** The texts that the server has acknowledged, until they settle. */
  const acknowledged = new Map<string, string>();
  /** Counts changes of texts that views may show. */
  const changes = signal(0);

  const read = (key: string): string | undefined => {
    try {
      return storage.getItem(name(key)) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const namesThere = (): readonly string[] => {
    try {
      return deps.storedNames();
    } catch {
      return [];
    }
  };
  const local = signal<ReadonlySet<string>>(
    new Set(
      namesThere().flatMap((one) => {
        const key = one.startsWith(prefix) ? one.slice(prefix.length) : "";
        return read(key) ? [key] : [];
      }),
    ),
  );
  const noteLocal = (key: string): void => {
    const isThere = Boolean(read(key));
    if (isThere === local.peek().has(key)) return;
    const keys = new Set(local.peek());
    if (isThere) keys.add(key);
    else keys.delete(key);
    local.value = keys;
  };
  const removeLocal = (key: string): void => {
    unsettled.delete(key);
    acknowledged.delete(key);
    try {
      storage.removeItem(name(key));
    } catch {
      // What couldn't be stored needn't be removed.
    }
    noteLocal(key);
  };
  const saveLater = (key: string, place: Place, wait: number): void => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key, place), wait),
    );
  };
  const save = async (key: string, place: Place): Promise<void> => {
    const text = read(key);
    if (text === undefined || !isShared()) return;
    if (underWay.has(key)) return saveLater(key, place, pause);
    const saving = saveText(key, place, text);
    underWay.set(key, saving);
    await saving;
    underWay.delete(key);
  };
  const saveText = async (key: string, place: Place, text: string): Promise<void> => {
    const id = stored(key)?.id ?? createdIds.get(key);
    try {
      if (text === "") {
        if (id !== undefined) await deps.remove(id);
        createdIds.delete(key);
      } else if (id !== undefined) await deps.change(id, place, text);
      else {
        const added = await deps.add(place, text);
        if (added !== undefined) createdIds.set(key, added);
      }
      acknowledged.set(key, text);
      setTimeout(() => {
        if (read(key) !== text) return;
        removeLocal(key);
        createdIds.delete(key);
        changes.value += 1;
      }, settleTime);
    } catch (error) {
      // Another device may have deleted the draft: the next save creates a new one.
      createdIds.delete(key);
      if (mayPass(error)) saveLater(key, place, retryAfter);
      // What is refused, as a draft for a channel that is gone, stays on this device.
      else
        setTimeout(() => {
          if (stored(key)?.id !== id) void save(key, place);
        }, retryAfter);
    }
  };

  const textOf = (key: string): string => read(key) ?? stored(key)?.content ?? "";
  const write = (key: string, place: Place | undefined, text: string): void => {
    const content = text.trim() === "" ? "" : text;
    try {
      if (content === "" && (place === undefined || !isShared())) storage.removeItem(name(key));
      else storage.setItem(name(key), content);
    } catch {
      // If storage is full, the draft lives as long as the window.
    }
    noteLocal(key);
    unsettled.add(key);
    acknowledged.delete(key);
    if (place === undefined) return;
    places.set(key, place);
    if (isShared()) saveLater(key, place, pause);
  };

  deps.onStored(({ key: changed }) => {
    if (!changed?.startsWith(prefix)) return;
    const key = changed.slice(prefix.length);
    unsettled.delete(key);
    noteLocal(key);
    changes.value += 1;
  });

  return {
    textOf,
    isAhead: (key) => {
      // Changes from elsewhere are applied once this save has settled.
      changes.value;
      return unsettled.has(key);
    },
    local,
    write,
    move: (from, to) => {
      const text = textOf(keyOf(from));
      if (text === "") return;
      const there = textOf(keyOf(to));
      write(keyOf(to), to, there === "" ? text : `${there}\n\n${text}`);
      write(keyOf(from), from, "");
    },
    saveNow: () =>
      Promise.all(
        [...new Set([...places.keys(), ...local.peek()])].map(async (key) => {
          const place = places.get(key) ?? placeOfKey(key);
          await underWay.get(key);
          clearTimeout(timers.get(key));
          if (place) await save(key, place);
        }),
      ),
    unsaved: () =>
      [...local.peek()].filter((key) => {
        const text = read(key);
        return !isBegunKey(key) && text !== acknowledged.get(key) && text !== stored(key)?.content;
      }),
  };
};
