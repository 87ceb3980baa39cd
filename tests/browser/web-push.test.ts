import type { CDPSession, Page, Worker } from "playwright-core";
import { benEmail, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** What the browser shows, as the page sees it. */
const shown = `navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
  JSON.stringify(all.map(({ title, body, tag }) => [title, body, tag])))`;

describeInBrowser("notifications that a browser's push service delivers", (windows) => {
  /** Ben's window with a running service worker, and a way to deliver pushes to it. */
  const begin = async () => {
    const context = await windows.browser.newContext({ permissions: ["notifications"] });
    const page = await windows.logInWith(context, benEmail);
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    const session: CDPSession = await context.newCDPSession(page);
    const known = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const id = registrations.at(-1)?.registrationId;
        if (id !== undefined) resolve(id);
      });
    });
    await session.send("ServiceWorker.enable");
    const registrationId = await known;
    const deliver = (push: object) =>
      session.send("ServiceWorker.deliverPushMessage", {
        origin: windows.url,
        registrationId,
        data: JSON.stringify({ realm_name: "Example", ...push }),
      });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    return { page, worker, deliver };
  };
  const click = (worker: Worker) =>
    worker.evaluate(`self.registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent("notificationclick", { notification })))`);
  const untilShown = (page: Page, all: readonly unknown[]) =>
    until(page, `${shown}.then((now) => now === ${JSON.stringify(JSON.stringify(all))})`);
  const inTopic = (id: number) => ({
    type: "message",
    message_id: id,
    sender_full_name: "Olive Owner",
    recipient_type: "channel",
    channel_id: windows.generalId,
    channel_name: "general",
    topic: "pushed",
    content: "Come and see",
  });

  test("a push shows who wrote where, and a click leads the open window there", async () => {
    const id = await windows.send(windows.owner, "pushed", "Come and see");
    const { page, worker, deliver } = await begin();
    await deliver(inTopic(id));
    await untilShown(page, [["Olive Owner · #general › pushed", "Come and see", `message-${id}`]]);
    await click(worker);
    await page.getByRole("heading", { name: "general pushed" }).waitFor();
    await until(page, `location.hash.endsWith("/topic/pushed/near/${id}")`);
    await untilShown(page, []);
  });

  test("a click with no window open opens one at the message", async () => {
    const id = await windows.send(windows.owner, "pushed", "Come back");
    const { page, worker, deliver } = await begin();
    await deliver(inTopic(id));
    await untilShown(page, [["Olive Owner · #general › pushed", "Come and see", `message-${id}`]]);
    await page.goto("about:blank");
    // Browsers let only a person's click open a window.
    await worker.evaluate(`self.opening = new Promise((resolve) => {
      self.clients.openWindow = async (url) => resolve(url);
    }); undefined`);
    await click(worker);
    const url = String(await worker.evaluate("self.opening"));
    expect(url).toMatch(
      new RegExp(`^/#narrow/channel/${windows.generalId}-general/topic/pushed/near/${id}$`),
    );
  });

  test("without a window, the app's icon counts what is shown, until it is read elsewhere or dismissed", async () => {
    const { page, worker, deliver } = await begin();
    await worker.evaluate(`self.counts = [];
      navigator.setAppBadge = async (count) => { self.counts.push(count); }; undefined`);
    const counts = () => worker.evaluate("self.counts.join()");
    await deliver(inTopic(20));
    await untilShown(page, [["Olive Owner · #general › pushed", "Come and see", "message-20"]]);
    // The window counts all that is unread.
    expect(await counts()).toBe("");
    await page.goto("about:blank");
    const untilCounted = async (expected: string) => {
      const end = Date.now() + 20_000;
      while ((await counts()) !== expected && Date.now() < end) await page.waitForTimeout(50);
      expect(await counts()).toBe(expected);
    };
    await deliver(inTopic(21));
    await untilCounted("2");
    await deliver({ type: "remove", message_ids: [20, 22] });
    await untilCounted("2,1");
    await worker.evaluate(`self.registration.getNotifications().then(([notification]) => {
      notification.close();
      self.dispatchEvent(new NotificationEvent("notificationclose", { notification }));
    })`);
    await untilCounted("2,1,0");
  });

  test("a push for a direct message leads to its conversation; one that removes messages clears theirs", async () => {
    const { page, worker, deliver } = await begin();
    await deliver(inTopic(7));
    await untilShown(page, [["Olive Owner · #general › pushed", "Come and see", "message-7"]]);
    await deliver({ type: "remove", message_ids: [7] });
    await untilShown(page, []);
    await deliver({
      type: "message",
      message_id: 8,
      sender_full_name: "Olive Owner",
      recipient_type: "direct",
      recipient_user_ids: [1, windows.benId],
      content: "Just you",
    });
    await untilShown(page, [["Olive Owner", "Just you", "message-8"]]);
    await click(worker);
    await page.getByRole("textbox", { name: "Message Olive Owner" }).waitFor();
  });
});
