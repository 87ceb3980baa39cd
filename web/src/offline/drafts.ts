import { type ReadonlySignal, signal } from "@preact/signals-core";
import { mayPass } from "../api/http";
import { keyOf, type Place, placeOfKey } from "../store/place";
import { isNoteKey, keyOfBase, keyOfRecipients, keyOfSaved } from "./draft-keys";
import type { createDraftStorage } from "./draft-storage";
import { createKnownTexts } from "./known-texts";

/** A draft that the server has. */
interface Stored {
  readonly id: number;
  readonly content: string;
}

interface Dependencies {
  readonly storage: ReturnType<typeof createDraftStorage>;
  /** Reports changes that other windows make to the storage. */
  readonly onStored: (listener: (change: { readonly key: string | null }) => void) => void;
  /** The server's draft for a place, if any. */
  readonly stored: (key: string) => Stored | undefined;
  /** Whether drafts sync to all devices. */
  readonly isShared: () => boolean;
  readonly add: (place: Place, content: string) => Promise<number | undefined>;
  readonly change: (id: number, place: Place, content: string) => Promise<unknown>;
  readonly remove: (id: number) => Promise<unknown>;
  /** Runs what no two windows may do at once for the same draft: both may have waited for a connection. */
  readonly inTurn: (key: string, run: () => Promise<void>) => Promise<void>;
}

/** The user's drafts: saved here at once, and on all their devices a moment later. */
export interface Drafts {
  /** The text to show. */
  textOf(key: string): string;
  /** The text that `textOf` would give, without subscribing to it. */
  peek(key: string): string;
  /** The text that the server has, if any. */
  serverTextOf(key: string): string | undefined;
  /** Whether what this window wrote hasn't settled yet. */
  isAhead(key: string): boolean;
  /** The keys of drafts that this device stores, whether or not the server has them too. */
  readonly local: ReadonlySignal<ReadonlySet<string>>;
  /** Without a place, the draft stays on this device. */
  write(key: string, place: Place | undefined, text: string): void;
  /** Moves a conversation's draft along when the conversation moves. */
  move(from: Place, to: Place): void;
  placeOf(key: string): Place | undefined;
  /** Saves on the server what windows that have closed or crashed left unsaved; for one window, every now and then. */
  saveLeft(): void;
  /** Saves on the server, without a pause, what this window wrote. */
  saveWritten(): void;
  /** Saves on the server, without a pause, what this device has and the server may have. */
  saveNow(): Promise<unknown>;
  /** The keys of drafts that only this device has, in the state they are in. */
  unsaved(): readonly string[];
}

const pause = 1500;
const retryAfter = 15_000;
/** A window that hasn't written for this long has saved its drafts, unless it is gone or has no connection. */
const silence = 60_000;
/** How long the event of a change may take; until then, the local draft wins. */
const settleTime = 3000;

const atOnce: Dependencies["inTurn"] = (_key, run) => run();

export const createDrafts = (deps: Dependencies): Drafts => {
  const { stored, isShared } = deps;
  const { read, put, keys: keysThere } = deps.storage;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const underWay = new Map<string, Promise<void>>();
  /** What this window wrote last and hasn't settled. */
  const unsettled = new Set<string>();
  /** When other windows last wrote a draft, in Unix milliseconds. */
  const heardAt = new Map<string, number>();
  /** Ids from the server's answers, until the event arrives. */
  const createdIds = new Map<string, number>();
  const known = createKnownTexts();
  /** Counts changes of texts that views may show. */
  const changes = signal(0);

  const local = signal<ReadonlySet<string>>(new Set(keysThere().filter(read)));
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
    for (const one of [key, keyOfSaved(key), keyOfRecipients(key), keyOfBase(key)]) put(one);
    noteLocal(key);
  };
  /** Where a draft goes; topics have capital letters, which keys don't have. */
  const placeOf = (key: string): Place | undefined => {
    const place = placeOfKey(key);
    return place?.kind === "topic" ? { ...place, topic: read(keyOfRecipients(key)) ?? place.topic } : place;
  };
  const isSaved = (key: string): boolean =>
    read(keyOfSaved(key)) !== undefined || read(key) === (stored(key)?.content ?? "");
  const saveLater = (key: string, place: Place, wait: number, run = atOnce): void => {
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => void save(key, place, run), wait),
    );
  };
  const save = async (key: string, place: Place, run = atOnce): Promise<void> => {
    clearTimeout(timers.get(key));
    if (read(key) === undefined || !isShared()) return;
    if (underWay.has(key)) return saveLater(key, place, pause);
    const saving = run(key, () => saveText(key, place));
    underWay.set(key, saving);
    await saving;
    underWay.delete(key);
  };
  /** Leaves the draft to the server once its event must have arrived, unless the text here has changed by then. */
  const settleLater = (key: string, text: string, wait: number): void => {
    setTimeout(() => {
      if (read(key) !== text) return;
      removeLocal(key);
      createdIds.delete(key);
      changes.value += 1;
    }, wait);
  };
  const saveText = async (key: string, place: Place): Promise<void> => {
    const text = read(key);
    // Another window may already have saved it.
    if (text === undefined || read(keyOfSaved(key)) !== undefined) return;
    const there = stored(key);
    // What another device has written since stays, as a separate draft.
    const base = unsettled.has(key) ? undefined : (read(keyOfBase(key)) ?? there?.content);
    const isForeign = there && known.isForeign(key, there.content, text, base);
    const id = (isForeign ? undefined : there?.id) ?? createdIds.get(key);
    known.save(key, text);
    try {
      if (text === "") {
        if (id !== undefined) await deps.remove(id);
        createdIds.delete(key);
      } else if (id !== undefined) await deps.change(id, place, text);
      else {
        const added = await deps.add(place, text);
        if (added !== undefined) createdIds.set(key, added);
      }
      if (read(key) === text) put(keyOfSaved(key), "1");
      if (read(keyOfBase(key)) !== undefined) put(keyOfBase(key), text.trim());
      settleLater(key, text, settleTime);
    } catch (error) {
      // Another device may have deleted the draft: the next save creates a new one.
      createdIds.delete(key);
      if (mayPass(error)) saveLater(key, place, retryAfter, deps.inTurn);
      // A refused draft, such as one for a deleted channel, stays on this device.
      else
        setTimeout(() => {
          if (stored(key)?.id !== id) void save(key, place);
        }, retryAfter);
    }
  };

  const peek = (key: string): string => read(key) ?? stored(key)?.content ?? "";
  const textOf = (key: string): string => known.see(key, peek(key));
  const write = (key: string, writtenFor: Place | undefined, text: string): void => {
    const content = text.trim() === "" ? "" : text;
    const isOnServer = stored(key) !== undefined || createdIds.has(key);
    // An emptied draft leaves nothing on the server, wherever it was emptied.
    const place = content === "" && isOnServer ? (writtenFor ?? placeOf(key)) : writtenFor;
    if (!unsettled.has(key)) {
      const base = known.begin(key, stored(key)?.content ?? "");
      if (placeOfKey(key)) put(keyOfBase(key), base);
    }
    known.see(key, content);
    if (content !== "" || (place && isShared())) put(key, content);
    else if (placeOfKey(key)) removeLocal(key);
    else put(key);
    put(keyOfSaved(key));
    noteLocal(key);
    unsettled.add(key);
    if (place === undefined || read(key) === undefined) return;
    if (place.kind === "topic") put(keyOfRecipients(key), place.topic);
    if (isShared()) saveLater(key, place, pause);
  };

  deps.onStored(({ key: name }) => {
    const key = deps.storage.keyOfName(name);
    if (key === undefined) return;
    unsettled.delete(key);
    heardAt.set(key, Date.now());
    noteLocal(key);
    changes.value += 1;
  });

  return {
    textOf,
    peek,
    serverTextOf: (key) => stored(key)?.content,
    isAhead: (key) => {
      // Changes from elsewhere are applied once this save has settled.
      changes.value;
      return unsettled.has(key);
    },
    local,
    write,
    move: (from, to) => {
      const [old, next] = [keyOf(from), keyOf(to)];
      const text = textOf(old);
      if (text === "") return;
      // A reply from another screen stays on this device.
      const isPlaced = stored(old) !== undefined || read(keyOfRecipients(old)) !== undefined;
      const place = isPlaced ? to : undefined;
      if (old === next) return write(next, place, text);
      const there = textOf(next);
      // Another window may have moved it, up to what was typed here since.
      write(next, place, text.startsWith(there) ? text : `${there}\n\n${text}`);
      const draft = stored(old);
      if (draft === undefined || stored(next) !== undefined || !isShared()) return write(old, from, "");
      // All devices move the same draft of the server, so that none adds another.
      createdIds.set(next, draft.id);
      put(old, "");
      put(keyOfSaved(old), "1");
      noteLocal(old);
      settleLater(old, "", pause + settleTime);
    },
    placeOf,
    saveLeft: () => {
      for (const key of isShared() ? keysThere() : []) {
        const place = placeOf(key);
        const isAlive = unsettled.has(key) || Date.now() - (heardAt.get(key) ?? 0) < silence;
        if (place === undefined || isAlive) continue;
        if (isSaved(key)) removeLocal(key);
        else saveLater(key, place, 0, deps.inTurn);
      }
    },
    saveWritten: () => {
      for (const key of unsettled) {
        const place = placeOf(key);
        if (place && !isSaved(key)) void save(key, place);
      }
    },
    saveNow: () =>
      Promise.all(
        keysThere().map(async (key) => {
          const place = placeOf(key);
          await underWay.get(key);
          if (place) await save(key, place);
        }),
      ),
    unsaved: () => [...local.peek()].filter((key) => !isNoteKey(key) && !isSaved(key)),
  };
};
