import type { Connection } from "../api/follow-queue";
import type { ServerEvent } from "../wire/event";
import type { Snapshot } from "./stored-snapshot";

/** Messages between the windows of one browser. */
type TabMessage =
  /** Asks for the state. */
  | { readonly kind: "ask" }
  /** Asks whether the leading window still responds. */
  | { readonly kind: "ping" | "here" }
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

/** The windows of one user in one browser: one of them leads, and follows the queue for all. */
export interface Tabs {
  /** Whether it is this window's turn. */
  leads(): boolean;
  /** Listens for the turns that begin from now on, once the windows before this one have closed, and for their ends. */
  onTurn(listener: () => void): void;
  /** Leads from now on instead of a window that doesn't answer; that one's turn ends. */
  takeOver(): void;
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): void;
  /** The state of the leading window; undefined if it doesn't answer. */
  ask(): Promise<Snapshot | undefined>;
  /** Whether the leading window answers. */
  isAnswered(): Promise<boolean>;
}

const patience = 2000;
/** A window that is only busy answers by then. */
const longPatience = 5000;

/** Treats the window as the only one, because browsers offer locks only on secure origins. */
const alone: Tabs = {
  leads: () => true,
  onTurn: () => undefined,
  takeOver: () => undefined,
  post: () => undefined,
  onMessage: () => undefined,
  ask: async () => undefined,
  isAnswered: async () => true,
};

export const joinTabs = async (userId: number): Promise<Tabs> => {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) return alone;
  const name = `parley-${userId}`;
  const channel = new BroadcastChannel(name);
  let leads = false;
  let onTurn = (): void => undefined;
  const turn = (isItsTurn: boolean) => {
    leads = isItsTurn;
    onTurn();
  };
  /** Holds the lock from its turn on, until the window closes or another one takes over. Resolves once that is decided. */
  const takeTurn = (options: LockOptions): Promise<void> =>
    new Promise((resolve) => {
      const held = navigator.locks.request(name, options, (lock) => {
        if (lock !== null) turn(true);
        resolve();
        return lock === null ? undefined : new Promise<void>(() => undefined);
      });
      held.catch(() => {
        turn(false);
        // A window that took over is still in line.
        if (!options.steal) void takeTurn({});
      });
    });
  await takeTurn({ ifAvailable: true });
  if (!leads) void takeTurn({});
  const request = <Kind extends TabMessage["kind"]>(
    question: TabMessage,
    kind: Kind,
    wait: number,
  ): Promise<Extract<TabMessage, { kind: Kind }> | undefined> =>
    new Promise((resolve) => {
      const done = (answer?: Extract<TabMessage, { kind: Kind }>) => {
        clearTimeout(timer);
        channel.removeEventListener("message", listen);
        resolve(answer);
      };
      const listen = ({ data }: MessageEvent) => {
        if (data.kind === kind) done(data);
      };
      const timer = setTimeout(done, wait);
      channel.addEventListener("message", listen);
      channel.postMessage(question);
    });
  return {
    leads: () => leads,
    onTurn: (listener) => {
      onTurn = listener;
    },
    takeOver: () => void takeTurn({ steal: true }),
    post: (message) => channel.postMessage(message),
    onMessage: (listener) => channel.addEventListener("message", ({ data }) => listener(data as TabMessage)),
    ask: async () => (await request({ kind: "ask" }, "live", patience))?.snapshot,
    isAnswered: async () => (await request({ kind: "ping" }, "here", longPatience)) !== undefined,
  };
};
