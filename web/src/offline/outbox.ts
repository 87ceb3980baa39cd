import { type Signal, signal } from "@preact/signals-core";
import { mayPass, Refusal } from "../api/http";
import type { Place } from "../store/place";
import type { StringStorage } from "./drafts";

/** An outgoing message. */
export interface Unsent {
  /** The idempotency key: resending with it sends only once. */
  readonly key: string;
  readonly place: Place;
  readonly content: string;
  /** The window that sends it. */
  readonly windowId: string;
  /** Unix milliseconds; a window that hasn't finished by then has been closed. */
  readonly until: number;
  /** Why sending failed; undefined while it is under way. */
  readonly problem?: string;
}

/** Messages that the server hasn't acknowledged; they survive the window, and all windows show them. */
export interface Outbox {
  readonly unsent: Signal<readonly Unsent[]>;
  send(place: Place, content: string): void;
  retry(key: string): void;
  discard(key: string): void;
  /** An event delivered the message. */
  arrived(key: string | undefined): void;
}

interface Dependencies {
  readonly userId: number;
  readonly windowId: string;
  readonly storage: StringStorage;
  /** Registers a listener for changes that other windows make to the storage. */
  readonly onStored: (listener: () => void) => void;
  readonly deliver: (message: Unsent) => Promise<unknown>;
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
const mostTries = 5;
/** How long a try may take. */
const patience = 60_000;

export const outbox = (deps: Dependencies): Outbox => {
  const { storage, windowId } = deps;
  const name = `parley-outbox-${deps.userId}`;
  let isKept = true;
  const unsent = signal<readonly Unsent[]>([]);
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
  const remove = (key: string) => {
    if (stored().some((one) => one.key === key)) change((all) => all.filter((one) => one.key !== key));
  };
  const replace = (next: Unsent) => change((all) => all.map((one) => (one.key === next.key ? next : one)));
  const underWay = ({ problem: _problem, ...one }: Unsent, wait = 0): Unsent => ({
    ...one,
    windowId,
    until: deps.now() + wait + patience,
  });

  const deliver = async (one: Unsent, tries = 1): Promise<void> => {
    try {
      await deps.deliver(one);
      // Normally its event removes it; this covers a queue that has ended in the meantime.
      setTimeout(() => remove(one.key), firstWait);
    } catch (error) {
      if (!mayPass(error) || tries >= mostTries) {
        const failed = { ...one, problem: deps.errorText(error) };
        replace(failed);
        return deps.onFailure(failed);
      }
      const seconds = error instanceof Refusal ? error.retryAfter : undefined;
      const wait = seconds === undefined ? firstWait * 2 ** tries : seconds * 1000;
      const next = underWay(one, wait);
      replace(next);
      setTimeout(() => {
        // It may have been discarded meanwhile, or sent from another window.
        const isOurs = stored().some(({ key, until }) => key === next.key && until === next.until);
        if (isOurs) void deliver(next, tries + 1);
      }, wait);
    }
  };

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
  // This window has just begun: what it sent before it was reloaded is left, too.
  findLeft((one) => one.windowId === windowId || isLate(one));

  return {
    unsent,
    send: (place, content) => {
      const one = { key: newKey(), place, content, windowId, until: deps.now() + patience };
      change((all) => [...all, one]);
      void deliver(one);
    },
    retry: (key) => {
      const one = stored().find((other) => other.key === key);
      if (one === undefined) return;
      const next = underWay(one);
      replace(next);
      void deliver(next);
    },
    discard: remove,
    arrived: (key) => {
      if (key !== undefined) remove(key);
    },
  };
};
