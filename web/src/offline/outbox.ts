import { type Signal, signal } from "@preact/signals-core";
import { mayPass, Refusal } from "../api/http";
import type { Place } from "../store/place";
import type { StringStorage } from "./draft-storage";

/** An outgoing message. */
export interface Unsent {
  /** The idempotency key: resending with it sends only once. */
  readonly key: string;
  readonly place: Place;
  readonly content: string;
  /** The window that sends or edits it. */
  readonly windowId: string;
  /** Unix milliseconds; a window that hasn't finished by then has been closed. */
  readonly until: number;
  /** Why sending failed; undefined while it is under way. */
  readonly problem?: string;
  /** Whether it was changed after a try whose answer may have been lost: what arrived then has to be changed too. */
  readonly isChanged?: boolean;
  /** Its text before an unfinished edit, and whether it was held back then. */
  readonly before?: { readonly content: string; readonly isHeld: boolean };
}

/** Messages that the server hasn't acknowledged; they survive the window, and all windows show them. */
export interface Outbox {
  readonly unsent: Signal<readonly Unsent[]>;
  /** This window. */
  readonly windowId: string;
  send(place: Place, content: string): void;
  retry(key: string): void;
  discard(key: string): void;
  /** Replaces a message with what `edit-unsent.ts` makes of it. */
  hold(next: Unsent): void;
  /** Whether a message of this window waits for a connection, or for a server that was busy. */
  isWaiting(one: Unsent): boolean;
  /** Whether a message can still be changed or discarded: not while it is being sent. */
  mayChange(key: string): boolean;
  /** Takes messages along to where `next` says that their conversations have moved. */
  move(next: (place: Place) => Place): void;
  /** There is a connection again. */
  resume(): void;
  /** An event delivered the message. */
  arrived(key: string | undefined): void;
}

interface Dependencies {
  readonly userId: number;
  readonly windowId: string;
  readonly storage: StringStorage;
  /** Registers a listener for changes that other windows make to the storage. */
  readonly onStored: (listener: () => void) => void;
  readonly deliver: (message: Unsent, signal: AbortSignal) => Promise<unknown>;
  readonly errorText: (error: unknown) => string;
  /** Sending has failed for good. */
  readonly onFailure: (message: Unsent) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A unique id; `randomUUID` doesn't exist on pages without HTTPS. */
export const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const firstWait = 1000;
const longestWait = 15_000;
/** How often a busy server is asked; while there is no connection, messages wait. */
const mostTries = 5;
/** How long a try may take. */
const patience = 60_000;

export const outbox = (deps: Dependencies): Outbox => {
  const { storage, windowId } = deps;
  const name = `parley-outbox-${deps.userId}`;
  let isKept = true;
  const unsent = signal<readonly Unsent[]>([]);
  /** The message that is being sent right now. */
  const trying = signal<string | undefined>(undefined);
  /** Whether the last try got no answer, or was put off. */
  const isStuck = signal(false);
  const stored = (): readonly Unsent[] => {
    if (!isKept) return unsent.peek();
    try {
      const found = JSON.parse(storage.getItem(name) ?? "[]");
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  };
  /** Changes what is stored now: other windows have messages of their own there. */
  const change = (next: (all: readonly Unsent[]) => readonly Unsent[]): void => {
    unsent.value = next(stored());
    try {
      storage.setItem(name, JSON.stringify(unsent.peek()));
      isKept = true;
    } catch {
      // If storage is full, the message lives as long as the window.
      isKept = false;
    }
  };
  const find = (key: string): Unsent | undefined => stored().find((one) => one.key === key);
  const remove = (key: string) => {
    if (find(key)) change((all) => all.filter((one) => one.key !== key));
  };
  const replace = (next: Unsent) => change((all) => all.map((one) => (one.key === next.key ? next : one)));
  const underWay = ({ problem: _problem, before: _before, ...one }: Unsent, wait = 0): Unsent => ({
    ...one,
    windowId,
    until: deps.now() + wait + patience,
  });

  const isOwn = (one: Unsent) => one.windowId === windowId && one.problem === undefined;
  /** Tells the other windows that this one is still busy with the message. */
  const renew = (wait?: number) =>
    change((all) => all.map((one) => (isOwn(one) ? underWay(one, wait) : one)));

  const deliverInTime = async (one: Unsent): Promise<unknown> => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), patience);
    return deps.deliver(one, late.signal).finally(() => clearTimeout(timer));
  };
  /** Acknowledged, but still shown. */
  const acknowledged = new Set<string>();
  let isSending = false;
  let resume = (): void => undefined;
  /** Sends what this window has to send, one after the other: messages arrive in the order they were written. */
  const sendAll = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    let [refusals, losses] = [0, 0];
    for (;;) {
      const one = stored().find((other) => isOwn(other) && !acknowledged.has(other.key));
      if (one === undefined) break;
      renew();
      trying.value = one.key;
      try {
        await deliverInTime(one);
        acknowledged.add(one.key);
        isStuck.value = false;
        // Normally its event removes it; this covers a queue that has ended in the meantime.
        setTimeout(() => remove(one.key), one.isChanged ? 0 : firstWait);
      } catch (error) {
        const isRefused = error instanceof Refusal;
        if (isRefused) refusals += 1;
        else losses += 1;
        trying.value = undefined;
        if (mayPass(error) && refusals < mostTries) {
          isStuck.value = true;
          const seconds = isRefused ? error.retryAfter : undefined;
          const wait =
            seconds === undefined
              ? Math.min(firstWait * 2 ** (refusals || losses), longestWait)
              : seconds * 1000;
          renew(wait);
          await new Promise<void>((resolve) => {
            setTimeout(resolve, wait);
            // A busy server gets the time it has asked for.
            if (!isRefused) resume = resolve;
          });
          continue;
        }
        const failed = { ...one, problem: deps.errorText(error) };
        replace(failed);
        deps.onFailure(failed);
      }
      [refusals, losses] = [0, 0];
    }
    trying.value = undefined;
    isStuck.value = false;
    isSending = false;
  };

  /** A message that is being sent or has arrived can't be taken back. */
  const mayChange = (key: string): boolean => trying.value !== key && !acknowledged.has(key);

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Finds messages whose window was closed before it finished. They are only resent when the user says so. */
  const findLeft = (isLeft: (one: Unsent) => boolean): void => {
    unsent.value = stored();
    const isNewlyLeft = (one: Unsent) => one.problem === undefined && isLeft(one);
    if (unsent.peek().some(isNewlyLeft))
      change((all) => all.map((one) => (isNewlyLeft(one) ? { ...one, problem: "" } : one)));
    clearTimeout(timer);
    const others = unsent.peek().filter((one) => one.problem === undefined && one.windowId !== windowId);
    if (others.length === 0) return;
    const next = Math.min(...others.map(({ until }) => until));
    timer = setTimeout(() => findLeft(isLate), Math.max(0, next - deps.now()) + 1);
  };
  const isLate = (one: Unsent) => one.windowId !== windowId && !(one.until > deps.now());
  deps.onStored(() => findLeft(isLate));
  // This window continues what it was sending before it was reloaded, unless that is too long ago to still be expected.
  findLeft((one) => !(one.until > deps.now()));
  void sendAll();

  return {
    unsent,
    windowId,
    send: (place, content) => {
      const one = { key: newKey(), place, content, windowId, until: deps.now() + patience };
      change((all) => [...all, one]);
      void sendAll();
    },
    retry: (key) => {
      const one = find(key);
      if (one === undefined) return;
      replace(underWay(one));
      void sendAll();
      // A wait for another message ends, too.
      resume();
    },
    discard: (key) => {
      if (mayChange(key)) remove(key);
    },
    hold: (next) => {
      if (find(next.key) && mayChange(next.key)) replace({ ...next, windowId });
    },
    isWaiting: (one) => isStuck.value && isOwn(one) && !acknowledged.has(one.key),
    mayChange,
    move: (next) => {
      if (stored().some(({ place }) => next(place) !== place))
        change((all) => all.map((one) => ({ ...one, place: next(one.place) })));
    },
    resume: () => resume(),
    arrived: (key) => {
      // One that was changed is still to be sent, which changes what has arrived.
      if (key !== undefined && !find(key)?.isChanged) remove(key);
    },
  };
};
