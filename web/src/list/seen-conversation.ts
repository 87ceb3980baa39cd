import type { App } from "../app/app";
import { placeIn } from "../app/location";
import { keyOf } from "../store/place";
import { isInView } from "./reading-focus";

/** A question to the user's other windows in this browser, or a window's answer. */
interface SeenMessage {
  readonly kind: "ask" | "seen";
  /** The key of a conversation. */
  readonly key: string;
  readonly messageId: number;
}

/** How long other windows may take to answer, in milliseconds. */
const patience = 150;

const openChannel = (app: App): BroadcastChannel | undefined =>
  "BroadcastChannel" in window ? new BroadcastChannel(`parley-seen-${app.store.ownId}`) : undefined;

/** How often to look for a message that is being drawn, and how many milliseconds apart. */
const looks = 5;
const lookEvery = 20;

/** Whether a message is in view in the list on screen, or soon will be. */
const comesIntoView = async (messageId: number): Promise<boolean> => {
  for (let look = 0; look < looks; look++) {
    const row = document.getElementById(`message-${messageId}`);
    if (row && isInView(row)) return true;
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
  return false;
};

const isSeenHere = async (app: App, key: string, messageId: number): Promise<boolean> => {
  const at = app.location.peek();
  if (!document.hasFocus() || at.screen !== "narrow") return false;
  const shown = placeIn(at.narrow, app.store.ownId);
  return shown === undefined ? comesIntoView(messageId) : keyOf(shown) === key;
};

/** Answers the user's other windows when they ask whether a conversation is seen here. Returns a function that stops it. */
export const answerWhetherSeen = (app: App): (() => void) => {
  const channel = openChannel(app);
  channel?.addEventListener("message", async ({ data }: MessageEvent<SeenMessage>) => {
    if (data.kind === "ask" && (await isSeenHere(app, data.key, data.messageId)))
      channel.postMessage({ ...data, kind: "seen" } satisfies SeenMessage);
  });
  return () => channel?.close();
};

const isSeenElsewhere = (app: App, key: string, messageId: number): Promise<boolean> =>
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
      if (data.kind === "seen" && data.messageId === messageId) done(true);
    });
    channel.postMessage({ kind: "ask", key, messageId } satisfies SeenMessage);
  });

/** Whether the user is looking at a message or its conversation, in this window or in another one of this browser. */
export const isSeen = async (app: App, key: string, messageId: number): Promise<boolean> =>
  // Only one window has the focus.
  document.hasFocus() ? isSeenHere(app, key, messageId) : isSeenElsewhere(app, key, messageId);
