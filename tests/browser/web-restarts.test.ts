import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until, write } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";

/** Records the requests that a window sends from now on. */
const requestsOf = (page: Page): string[] => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return asked;
};

/** A second window of the same person. */
const beside = async (page: Page, url: string): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByRole("main").waitFor();
  return other;
};

/** The state cached for the next start, by user id. */
const cachedUserIds = `new Promise((resolve) => {
  const opening = indexedDB.open("parley", 2);
  opening.onupgradeneeded = () => opening.result.createObjectStore("snapshots");
  opening.onsuccess = () => {
    const asking = opening.result.transaction("snapshots").objectStore("snapshots").getAll();
    asking.onsuccess = () => {
      opening.result.close();
      resolve(asking.result.map((one) => one.userId));
    };
  };
})`;

/** Makes the cached state that of another build. */
const cachedByAnotherBuild = `new Promise((resolve) => {
  const opening = indexedDB.open("parley", 2);
  opening.onsuccess = () => {
    const cached = opening.result.transaction("snapshots", "readwrite").objectStore("snapshots");
    cached.get("live").onsuccess = ({ target }) => {
      cached.put({ ...target.result, build: "another" }, "live").onsuccess = () => {
        opening.result.close();
        resolve();
      };
    };
  };
})`;

/** Waits until the state has been cached for the next start. */
const untilCached = (page: Page): Promise<void> =>
  until(page, `${cachedUserIds}.then((all) => all.length === 1)`);

describeInBrowser("the web client's windows, restarts and notifications", (windows) => {
  const { openAs } = windows;
  const address = (topic: string) =>
    `${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`;

  test("one of several windows polls for all, and another takes over without losing events when it closes", async () => {
    await windows.send(windows.owner, "tabs", "Begin");
    const first = await openAs(benEmail);
    await first.goto(address("tabs"));
    await message(first, "Begin").waitFor();
    const second = await first.context().newPage();
    const asked = requestsOf(second);
    await second.goto(address("tabs"));
    await message(second, "Begin").waitFor();
    await windows.send(windows.owner, "tabs", "To both");
    for (const page of [first, second]) await message(page, "To both").waitFor();
    expect(asked.filter((path) => /register|events/.test(path))).toEqual([]);
    await first.close();
    await windows.send(windows.owner, "tabs", "To the one that is left");
    await message(second, "To the one that is left").waitFor();
    await write(second, "Got it");
    await message(second, "Got it").waitFor();
    await second.getByText("Sending…").waitFor({ state: "detached" });
    expect(asked.filter((path) => path.endsWith("/register"))).toEqual([]);
    await expect(message(second, "Got it").count()).resolves.toBe(1);
  });

  test("the next start shows the cached state at once, resumes the same queue and catches up", async () => {
    const ben = await openAs(benEmail);
    await untilCached(ben);
    await ben.goto("about:blank");
    await windows.send(windows.owner, "meanwhile", "While you were away");
    const asked = requestsOf(ben);
    await ben.goto(`${windows.url}/`);
    await ben
      .getByRole("main")
      .getByRole("link", { name: /meanwhile/ })
      .waitFor();
    expect(asked.filter((path) => path.endsWith("/register"))).toEqual([]);
  });

  test("a start ignores the state that another build cached, and registers anew", async () => {
    const ben = await openAs(benEmail);
    await untilCached(ben);
    const next = await ben.context().newPage();
    await ben.close();
    await next.goto(`${windows.url}/health`);
    await next.evaluate(cachedByAnotherBuild);
    const asked = requestsOf(next);
    await next.goto(`${windows.url}/`);
    await next.getByRole("main").waitFor();
    expect(asked).toContain("/json/register");
  });

  test("the client replaces an expired queue silently", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(address("ended"));
    const [polled] = await Promise.all([
      ben.waitForRequest(/json\/events/),
      windows.send(windows.owner, "ended", "Before the end"),
    ]);
    const queue = new URL(polled.url()).searchParams.get("queue_id");
    await windows.ben.callEndpoint("/events", "DELETE", { queue_id: queue });
    await windows.send(windows.owner, "ended", "After the end");
    await message(ben, "After the end").waitFor();
    await expect(ben.getByText("No connection").count()).resolves.toBe(0);
  });

  test("the client starts offline with the cached state and reconnects by itself", async () => {
    const ben = await openAs(benEmail);
    await until(ben, "navigator.serviceWorker.ready.then((one) => one.active !== null)");
    await untilCached(ben);
    await ben.context().setOffline(true);
    await ben.reload();
    await ben.getByText("No connection. Trying again…").waitFor();
    await ben
      .getByRole("navigation", { name: "Channels and views" })
      .getByRole("link", { name: "general" })
      .waitFor();
    await windows.send(windows.owner, "tunnel", "Light");
    await ben.context().setOffline(false);
    await ben
      .getByRole("main")
      .getByRole("link", { name: /tunnel/ })
      .waitFor({ timeout: 60_000 });
    await ben.goto(address("tunnel"));
    await message(ben, "Light").waitFor();
    // Presence is known again, so messages can be sent.
    await write(ben, "And air");
    await ben.getByText("Sending…").waitFor({ state: "detached" });
    await expect(message(ben, "And air").count()).resolves.toBe(1);
  });

  test("logging out in one window logs out the others and clears the browser for the next person", async () => {
    const ben = await openAs(benEmail);
    await untilCached(ben);
    const other = await beside(ben, `${windows.url}/#recent`);
    await other.getByRole("button", { name: "You", exact: true }).click();
    await other.getByRole("menuitem", { name: "Log out" }).click();
    for (const page of [ben, other]) await page.getByLabel("Password").waitFor();
    // The other window may hold it open a moment longer.
    await ben.waitForFunction("indexedDB.databases().then((all) => all.length === 0)");
    expect(await ben.evaluate("JSON.stringify(localStorage)")).toBe("{}");
    await ben.context().setOffline(true);
    await ben.goto(`${windows.url}/`).catch(() => undefined);
    await expect(ben.getByRole("navigation", { name: "Channels and views" }).count()).resolves.toBe(0);
  });

  test("a person who logs in after an expired session finds nothing of the previous one", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(address("left"));
    await ben.getByRole("textbox", { name: "Message left" }).fill("Mine alone");
    await untilCached(ben);
    const context = ben.context();
    await ben.close();
    await context.clearCookies();
    const olive = await windows.logInWith(context, ownerEmail);
    expect(await olive.evaluate("JSON.stringify(localStorage)")).not.toContain("Mine alone");
    await untilCached(olive);
    const users = await olive.evaluate(cachedUserIds);
    expect(users).not.toEqual([windows.benId]);
  });

  test("a direct message shows a desktop notification that opens it; a message in view shows none", async () => {
    const ben = await openAs(benEmail, { permissions: ["notifications"] });
    await ben.evaluate(`{
      globalThis.shown = [];
      globalThis.Notification = class {
        static permission = "granted";
        constructor(title, options) { globalThis.shown.push({ title, body: options.body, tag: options.tag, click: () => this.onclick() }); }
        close() {}
      };
    }`);
    const { id } = (await windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "Are you **there**?",
    })) as { id: number };
    await until(ben, "globalThis.shown.length === 1");
    expect(await ben.evaluate("globalThis.shown.map(({ title, body, tag }) => [title, body, tag])")).toEqual([
      ["Olive Owner", "Are you there?", `message-${id}`],
    ]);
    await ben.evaluate("globalThis.shown[0].click()");
    await message(ben, "Are you there?").waitFor();
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "I see",
    });
    await message(ben, "I see").waitFor();
    expect(await ben.evaluate("globalThis.shown.length")).toBe(1);
  });

  test("a push shows a notification while no window is open, and reading the message removes it", async () => {
    const ben = await openAs(benEmail, { permissions: ["notifications"] });
    await until(ben, "navigator.serviceWorker.ready.then((one) => one.active?.state === 'activated')");
    const session = await ben.context().newCDPSession(ben);
    const found = new Promise<string>((resolve) => {
      session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
        const [first] = registrations;
        if (first) resolve(first.registrationId);
      });
    });
    await session.send("ServiceWorker.enable");
    const registrationId = await found;
    const faults: string[] = [];
    session.on("ServiceWorker.workerErrorReported", ({ errorMessage }) =>
      faults.push(errorMessage.errorMessage),
    );
    const [worker] = ben.context().serviceWorkers();
    if (!worker) throw new Error("The window has no service worker");
    // What the machine does with notifications is its own affair.
    await worker.evaluate(`{
      globalThis.shown = new Map();
      const close = (tag) => () => globalThis.shown.delete(tag);
      registration.showNotification = async (title, { tag }) => void globalThis.shown.set(tag, { title, close: close(tag) });
      registration.getNotifications = async ({ tag }) => [...globalThis.shown].flatMap(([one, shown]) => (one === tag ? [shown] : []));
    }`);
    const titles = () => worker.evaluate("[...globalThis.shown.values()].map(({ title }) => title)");
    // A push service repeats what a browser hasn't taken.
    const pushUntilShown = async (expected: readonly string[], push: object): Promise<void> => {
      for (let tries = 0; tries < 20; tries++) {
        await session.send("ServiceWorker.deliverPushMessage", {
          origin: windows.url,
          registrationId,
          data: JSON.stringify(push),
        });
        for (let looks = 0; looks < 20; looks++) {
          if (isDeepStrictEqual(await titles(), expected)) return;
          await ben.waitForTimeout(50);
        }
      }
      expect({ titles: await titles(), faults }).toEqual({ titles: expected, faults: [] });
    };
    await pushUntilShown(["Olive Owner"], {
      type: "message",
      realm_name: "Example",
      message_id: 99,
      sender_full_name: "Olive Owner",
      content: "Look",
      recipient_type: "direct",
      recipient_user_ids: [1, windows.benId],
    });
    await pushUntilShown([], { type: "remove", realm_name: "Example", message_ids: [99] });
  });

  test("the desktop app receives the unread count and the organization, and its menus work", async () => {
    const context = await windows.browser.newContext();
    await context.addInitScript(`{
      const heard = {};
      globalThis.told = [];
      globalThis.notices = [];
      globalThis.menu = (name) => heard[name]();
      globalThis.electron_bridge = {
        send_event: (name, value) => globalThis.told.push([name, value]),
        on_event: (name, listener) => { heard[name] = listener; },
        new_notification: (title, options, dispatch) => { globalThis.notices.push([title, options.body]); globalThis.click = () => dispatch("click"); },
        get_idle_on_system: () => false,
      };
    }`);
    const ben = await windows.logInWith(context, benEmail);
    const lastOf = (name: string) => `globalThis.told.findLast(([one]) => one === "${name}")?.[1]`;
    expect(await ben.evaluate(lastOf("realm_name"))).toBe("Example");
    expect(await ben.evaluate(lastOf("realm_icon_url"))).toMatch(new RegExp(`^${windows.url}/`));
    const before = Number(await ben.evaluate(lastOf("total_unread_count")));
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "To the desk",
    });
    await until(ben, `${lastOf("total_unread_count")} === ${before + 1}`);
    await until(ben, `(${before + 1} > 0) && document.title.startsWith("(${before + 1})")`);
    expect(await ben.evaluate("globalThis.notices")).toEqual([["Olive Owner", "To the desk"]]);
    await ben.evaluate("globalThis.click()");
    await message(ben, "To the desk").waitFor();
    await ben.evaluate('globalThis.menu("show-keyboard-shortcuts")');
    await ben.getByRole("heading", { name: "Keyboard shortcuts" }).waitFor();
    await ben.keyboard.press("Escape");
    await ben.evaluate('globalThis.menu("show-notification-settings")');
    await ben.getByRole("link", { name: "Notifications" }).and(ben.locator("[aria-current]")).waitFor();
    await ben.evaluate('globalThis.menu("logout")');
    await ben.getByLabel("Password").waitFor();
  });
});
