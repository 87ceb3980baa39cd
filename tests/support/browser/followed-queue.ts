import type { BrowserContext, Page } from "playwright-core";
import type { ZulipClient } from "../clients/zulip-client";

/** The event queues that the windows of browsers follow: one for all windows of a browser. */
const followed = new WeakMap<BrowserContext, string>();

/** Watches which queue the windows of this browser follow. */
export const watchQueue = (context: BrowserContext): void => {
  context.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    const queueId = searchParams.get("queue_id");
    if (pathname.startsWith("/json/events") && queueId) followed.set(context, queueId);
  });
};

/** The queue that the page follows, once it does. */
export const queueOf = async (page: Page): Promise<string> => {
  for (;;) {
    const queueId = followed.get(page.context());
    if (queueId) return queueId;
    await page.waitForTimeout(20);
  }
};

/** Ends the stream of the page's queue, as servers do when they stop. */
export const endStream = async (page: Page, user: ZulipClient): Promise<void> => {
  const query = { queue_id: await queueOf(page), last_event_id: "-1", dont_block: "true" };
  await user.callEndpoint("/events", "GET", query);
};

/**
 * Does something, and waits until the windows of a user have applied an event about it that contains the text. The window that follows
 * the queue tells the others.
 */
export const afterEvent = async (
  page: Page,
  userId: number,
  text: string,
  act: () => Promise<unknown>,
): Promise<void> => {
  await page.evaluate(`{
    const channel = new BroadcastChannel("parley-${userId}");
    globalThis.heard = new Promise((resolve) => {
      channel.onmessage = ({ data }) => {
        if (data.kind !== "events" || !JSON.stringify(data.events).includes(${JSON.stringify(text)})) return;
        channel.close();
        resolve();
      };
    });
  } undefined`);
  await act();
  await page.evaluate("globalThis.heard");
};
