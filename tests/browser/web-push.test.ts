import type { CDPSession, Page, Worker } from "playwright-core";
import { benEmail, describeInBrowser, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/**
 * What the browser shows, as the page sees it. Chromium forgets a notification that it has stored but not yet displayed
 * when somebody asks for them at that moment, so ask only after its push has been handled.
 */
const shown = `navigator.serviceWorker.ready.then((one) => one.getNotifications()).then((all) =>
  JSON.stringify(all.map(({ title, body, tag }) => [title, body, tag])))`;

describeInBrowser("notifications that a browser's push service delivers", (windows) => {
  /** Counts the pushes that the service worker has handled. */
  const countHandled = `{
    self.handled = 0;
    const { waitUntil } = ExtendableEvent.prototype;
    ExtendableEvent.prototype.waitUntil = function (work) {
      waitUntil.call(this, work);
      if (this.type === "push") work.then(() => { self.handled += 1; });
    };
    undefined;
  }`;
  /** Waits until the worker finds that an expression is true. */
  const untilInWorker = async (worker: Worker, expression: string): Promise<void> => {
    const end = Date.now() + 20_000;
    while ((await worker.evaluate(expression)) !== true) {
      if (Date.now() > end) throw new Error(`It never came true in the worker: ${expression}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  /** Closes the client's only window. The worker still finds it there for a moment. */
  const leave = async (page: Page, worker: Worker): Promise<void> => {
    await page.goto("about:blank");
    await untilInWorker(
      worker,
      `self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((all) => all.length === 0)`,
    );
  };

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
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    await worker.evaluate(countHandled);
    let delivered = 0;
    /** Delivers pushes at once, and waits until the worker has handled them. */
    const deliver = async (...pushes: readonly object[]): Promise<void> => {
      delivered += pushes.length;
      const data = pushes.map((push) => JSON.stringify({ realm_name: "Example", ...push }));
      await Promise.all(
        data.map((one) =>
          session.send("ServiceWorker.deliverPushMessage", {
            origin: windows.url,
            registrationId,
            data: one,
          }),
        ),
      );
      await untilInWorker(worker, `self.handled === ${delivered}`);
    };
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
    await leave(page, worker);
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
    await leave(page, worker);
    const untilCounted = (expected: string) => untilInWorker(worker, `self.counts.join() === "${expected}"`);
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

  test("pushes that arrive at once are all shown and counted", async () => {
    const { page, worker, deliver } = await begin();
    await worker.evaluate(`self.counts = [];
      navigator.setAppBadge = async (count) => { self.counts.push(count); }; undefined`);
    await leave(page, worker);
    await deliver(...[30, 31, 32, 33, 34, 35].map(inTopic));
    expect(await worker.evaluate("self.counts.at(-1)")).toBe(6);
    expect(await worker.evaluate("self.registration.getNotifications().then((all) => all.length)")).toBe(6);
    await deliver({ type: "remove", message_ids: [30, 31] }, inTopic(36), inTopic(37));
    expect(await worker.evaluate("self.counts.at(-1)")).toBe(6);
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
