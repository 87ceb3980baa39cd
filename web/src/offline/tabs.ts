import type { Connection } from "../api/poll";
import type { ServerEvent } from "../wire/event";
import type { Snapshot } from "./stored-snapshot";

/** Messages between the windows of one browser. */
type TabMessage =
  | { readonly kind: "ask" }
  | { readonly kind: "live"; readonly snapshot: Snapshot; readonly isAnswer: boolean }
  | {
      readonly kind: "events";
      readonly queueId: string;
      readonly lastEventId: number;
      readonly events: readonly ServerEvent[];
    }
  | { readonly kind: "connection"; readonly state: Connection }
  /** The user is logging out. */
  | { readonly kind: "gone" }
  /** The server has refused the session. */
  | { readonly kind: "expired" };

/** The windows of one user in one browser: one of them polls for all. */
export interface Tabs {
  /** Whether this window is the one that polls from the start. */
  readonly leadsAtFirst: boolean;
  /** Resolves once this window is the one that polls, be it from the start or after those before it closed. */
  readonly becameLeader: Promise<void>;
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
  /** The state of the polling window; undefined if it doesn't answer. */
  ask(): Promise<Snapshot | undefined>;
}

const patience = 2000;

/** Treats the window as the only one, because browsers offer locks only on secure origins. */
const alone: Tabs = {
  leadsAtFirst: true,
  becameLeader: Promise.resolve(),
  post: () => undefined,
  onMessage: () => undefined,
  ask: async () => undefined,
};

/** A lock held as long as the window lives. */
const acquireLock = (name: string, options: LockOptions): Promise<boolean> =>
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
  const leadsAtFirst = await acquireLock(name, { ifAvailable: true });
  return {
    leadsAtFirst,
    becameLeader: leadsAtFirst ? Promise.resolve() : acquireLock(name, {}).then(() => undefined),
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener("message", ({ data }) => listener(data as TabMessage)),
    ask: () =>
      new Promise((resolve) => {
        const done = (snapshot: Snapshot | undefined) => {
          clearTimeout(timer);
          channel.removeEventListener("message", listen);
          resolve(snapshot);
        };
        const listen = ({ data }: MessageEvent<TabMessage>) => {
          if (data.kind === "live") done(data.snapshot);
        };
        const timer = setTimeout(() => done(undefined), patience);
        channel.addEventListener("message", listen);
        channel.postMessage({ kind: "ask" } satisfies TabMessage);
      }),
  };
};
