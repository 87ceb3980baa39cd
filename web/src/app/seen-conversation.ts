import { keyOf } from "../store/place";
import type { App } from "./app";
import { placeIn } from "./location";

/** A question to the user's other windows in this browser, or a window's answer. */
interface SeenMessage {
  readonly kind: "ask" | "seen";
  /** The key of a conversation. */
  readonly key: string;
}

/** How long other windows may take to answer, in milliseconds. */
const patience = 150;

const openChannel = (app: App): BroadcastChannel | undefined =>
  "BroadcastChannel" in window ? new BroadcastChannel(`parley-seen-${app.store.ownId}`) : undefined;

const isSeenHere = (app: App, key: string): boolean => {
  const at = app.location.peek();
  if (!document.hasFocus() || at.screen !== "narrow") return false;
  const shown = placeIn(at.narrow, app.store.ownId);
  return shown !== undefined && keyOf(shown) === key;
};

/** Answers the user's other windows when they ask whether a conversation is seen here. Returns a function that stops it. */
export const answerWhetherSeen = (app: App): (() => void) => {
  const channel = openChannel(app);
  channel?.addEventListener("message", ({ data: { kind, key } }: MessageEvent<SeenMessage>) => {
    if (kind === "ask" && isSeenHere(app, key)) channel.postMessage({ kind: "seen", key });
  });
  return () => channel?.close();
};

const isSeenElsewhere = (app: App, key: string): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = openChannel(app);
    if (channel === undefined) return resolve(false);
    const done = (isSeen: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(isSeen);
    };
    const timer = setTimeout(() => done(false), patience);
    channel.addEventListener("message", ({ data }: MessageEvent<SeenMessage>) => {
      if (data.kind === "seen" && data.key === key) done(true);
    });
    channel.postMessage({ kind: "ask", key } satisfies SeenMessage);
  });

/** Whether the user is looking at a conversation, in this window or in another one of this browser. */
export const isSeen = async (app: App, key: string): Promise<boolean> =>
  // Only one window has the focus.
  document.hasFocus() ? isSeenHere(app, key) : isSeenElsewhere(app, key);
