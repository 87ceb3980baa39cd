import type { ServerEvent } from "../api/event";
import type { Connection } from "../api/poll";
import type { Live } from "./kept";

/** What windows of one browser tell each other. */
type Word =
  | { readonly kind: "ask" }
  | { readonly kind: "live"; readonly live: Live; readonly isAnswer: boolean }
  | {
      readonly kind: "events";
      readonly queueId: string;
      readonly lastEventId: number;
      readonly events: readonly ServerEvent[];
    }
  | { readonly kind: "connection"; readonly state: Connection }
  | { readonly kind: "gone" };

/** The windows of one browser that are one person's: one of them polls for all. */
export interface Tabs {
  /** Whether this window polls from the beginning on. */
  readonly leads: boolean;
  /** Comes true once this window has to poll. */
  readonly led: Promise<void>;
  say(word: Word): void;
  hear(listener: (word: Word) => void): void;
  /** What the window that polls knows; undefined where it doesn't answer. */
  ask(): Promise<Live | undefined>;
}

const patience = 2000;

/** Alone: browsers have locks on safe origins only. */
const alone: Tabs = {
  leads: true,
  led: Promise.resolve(),
  say: () => undefined,
  hear: () => undefined,
  ask: async () => undefined,
};

/** A lock that is held for as long as the window lives. */
const take = (name: string, options: LockOptions): Promise<boolean> =>
  new Promise((resolve) => {
    void navigator.locks.request(name, options, (lock) => {
      resolve(lock !== null);
      return lock === null ? undefined : new Promise<void>(() => undefined);
    });
  });

export const joinTabs = async (userId: number): Promise<Tabs> => {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return alone;
  const name = `parley-${userId}`;
  const channel = new BroadcastChannel(name);
  const leads = await take(name, { ifAvailable: true });
  return {
    leads,
    led: leads ? Promise.resolve() : take(name, {}).then(() => undefined),
    say: (word) => channel.postMessage(word),
    hear: (listener) => channel.addEventListener("message", ({ data }) => listener(data as Word)),
    ask: () =>
      new Promise((resolve) => {
        const done = (live: Live | undefined) => {
          clearTimeout(timer);
          channel.removeEventListener("message", listen);
          resolve(live);
        };
        const listen = ({ data }: MessageEvent<Word>) => {
          if (data.kind === "live") done(data.live);
        };
        const timer = setTimeout(() => done(undefined), patience);
        channel.addEventListener("message", listen);
        channel.postMessage({ kind: "ask" } satisfies Word);
      }),
  };
};
