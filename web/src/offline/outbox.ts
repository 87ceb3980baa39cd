import { type Signal, signal } from "@preact/signals";
import { Refusal } from "../api/http";
import { sendMessage } from "../api/requests";
import type { Place } from "../store/place";

/** An outgoing message. */
interface Unsent {
  /** The idempotency key: resending with it sends only once. */
  readonly key: string;
  readonly place: Place;
  readonly content: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Why sending failed; undefined while it is under way. */
  readonly problem?: string;
}

/** Messages that the server hasn't acknowledged; they survive the window. */
export interface Outbox {
  readonly unsent: Signal<readonly Unsent[]>;
  send(place: Place, content: string): void;
  retry(key: string): void;
  discard(key: string): void;
  /** An event delivered the message. */
  arrived(key: string | undefined): void;
}

interface Options {
  readonly userId: number;
  readonly queueId: () => string;
  readonly errorText: (error: unknown) => string;
}

const read = (name: string): readonly Unsent[] => {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "[]");
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
};

/** A unique id; `randomUUID` doesn't exist on pages without HTTPS. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

const firstWait = 1000;
const mostTries = 5;

export const outbox = ({ userId, queueId, errorText }: Options): Outbox => {
  const name = `parley-outbox-${userId}`;
  const unsent = signal<readonly Unsent[]>(read(name));
  const set = (next: readonly Unsent[]) => {
    unsent.value = next;
    try {
      localStorage.setItem(name, JSON.stringify(next));
    } catch {
      // If storage is full, the message lives as long as the window.
    }
  };
  const remove = (key: string) => set(unsent.peek().filter((one) => one.key !== key));
  const change = (key: string, problem: string | undefined) =>
    set(
      unsent.peek().map((one) => {
        const { problem: _before, ...rest } = one;
        return one.key === key ? { ...rest, ...(problem !== undefined && { problem }) } : one;
      }),
    );

  const deliver = async (one: Unsent, tries = 1): Promise<void> => {
    try {
      await sendMessage({ ...one, queueId: queueId(), localId: one.key });
      // Normally its event removes it; this covers a queue that has ended in the meantime.
      setTimeout(() => remove(one.key), firstWait);
    } catch (error) {
      const mayPass = !(error instanceof Refusal) || error.status >= 500 || error.status === 429;
      if (!mayPass || tries >= mostTries) return change(one.key, errorText(error));
      const seconds = error instanceof Refusal ? error.retryAfter : undefined;
      setTimeout(
        () => deliver(one, tries + 1),
        seconds === undefined ? firstWait * 2 ** tries : seconds * 1000,
      );
    }
  };
  // Messages left by a closed window are only resent when the user says so.
  set(unsent.peek().map((one) => ({ ...one, problem: one.problem ?? "" })));

  return {
    unsent,
    send: (place, content) => {
      const one = { key: newKey(), place, content, at: Date.now() };
      set([...unsent.peek(), one]);
      void deliver(one);
    },
    retry: (key) => {
      const one = unsent.peek().find((other) => other.key === key);
      if (one === undefined) return;
      change(key, undefined);
      void deliver(one);
    },
    discard: remove,
    arrived: (key) => {
      if (key !== undefined) remove(key);
    },
  };
};
