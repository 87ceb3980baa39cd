import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

describeInBrowser("the web client's notifications and the desktop app", (windows) => {
  const { openAs } = windows;

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

  /** A window that records the notifications it shows, and isn't looked at. */
  const openInBackground = async (): Promise<Page> => {
    const ben = await openAs(benEmail, { permissions: ["notifications"] });
    await ben.evaluate(`{
      document.hasFocus = () => false;
      globalThis.shown = [];
      globalThis.Notification = class {
        static permission = "granted";
        constructor(_, { body }) { this.body = body; globalThis.shown.push(body); }
        close() { globalThis.shown = globalThis.shown.filter((body) => body !== this.body); }
      };
    }`);
    return ben;
  };
  const sendDirect = async (content: string): Promise<number> => {
    const to = JSON.stringify([windows.benId]);
    const sent = await windows.owner.callEndpoint("/messages", "POST", { type: "direct", to, content });
    return (sent as { id: number }).id;
  };

  test("a message in view in another window shows no notification", async () => {
    const ben = await openInBackground();
    const reading = await ben.context().newPage();
    await reading.goto(`${windows.url}/#narrow/dm/1-Olive-Owner`);
    await reading.getByRole("heading", { name: "Olive Owner", level: 1 }).waitFor();
    // Part of what loads once the window is idle.
    await until(reading, "document.querySelector('[aria-live]') !== null");
    await sendDirect("You are reading this");
    await message(reading, "You are reading this").waitFor();
    await reading.goto(`${windows.url}/#inbox`);
    await reading.getByRole("heading", { name: "Inbox" }).waitFor();
    await sendDirect("You aren't reading this");
    await until(ben, 'globalThis.shown.includes("You aren\'t reading this")');
    expect(await ben.evaluate("globalThis.shown")).toEqual(["You aren't reading this"]);
  });

  test("a notification reads as its message does, and keeps its secrets", async () => {
    const ben = await openInBackground();
    await sendDirect("```spoiler The ending\nHe dies\n```");
    await sendDirect("Euler: $$e^{i\\pi}+1=0$$ :tada:");
    await sendDirect("/me waves");
    await sendDirect("At <time:2030-01-02T03:04:05Z>");
    await until(ben, "globalThis.shown.length === 4");
    const shown = (await ben.evaluate("globalThis.shown")) as readonly string[];
    expect(shown.slice(0, 3)).toEqual([
      "The ending (…)",
      "Euler: e^{i\\pi}+1=0 \u{1f389}",
      "Olive Owner waves",
    ]);
    expect(shown[3]).toMatch(/^At .*2030.*\d:\d\d/);
  });

  test("an alert word notifies like a mention", async () => {
    await windows.ben.callEndpoint("/users/me/alert_words", "POST", {
      alert_words: JSON.stringify(["pineapple"]),
    });
    const ben = await openInBackground();
    await windows.send(windows.owner, "fruit", "A Pineapple for you");
    await until(ben, 'globalThis.shown.join() === "A Pineapple for you"');
  });

  test("a notification that the service worker showed goes, too, once its message is read or deleted", async () => {
    const ben = await openInBackground();
    await ben.evaluate(`{
      globalThis.Notification = class {
        static permission = "granted";
        constructor() { throw new TypeError("Illegal constructor"); }
      };
      const shown = new Map();
      globalThis.byWorker = shown;
      navigator.serviceWorker.ready.then((registration) => {
        registration.showNotification = async (_, { body, tag }) => void shown.set(tag, { body, close: () => shown.delete(tag) });
        registration.getNotifications = async ({ tag }) => (shown.has(tag) ? [shown.get(tag)] : []);
      });
    }`);
    const id = await sendDirect("On a phone");
    await until(ben, "globalThis.byWorker.size === 1");
    await windows.owner.callEndpoint(`/messages/${id}`, "DELETE", {});
    await until(ben, "globalThis.byWorker.size === 0");
  });

  test("a notification goes once its message is read on another device, or deleted", async () => {
    const ben = await openInBackground();
    const [read, removed] = [await sendDirect("Read elsewhere"), await sendDirect("Said too much")];
    await sendDirect("Still unread");
    await until(ben, "globalThis.shown.length === 3");
    await windows.ben.callEndpoint("/messages/flags", "POST", {
      messages: JSON.stringify([read]),
      op: "add",
      flag: "read",
    });
    await until(ben, `globalThis.shown.join() === "Said too much,Still unread"`);
    await windows.owner.callEndpoint(`/messages/${removed}`, "DELETE", {});
    await until(ben, `globalThis.shown.join() === "Still unread"`);
    await windows.ben.callEndpoint("/mark_all_as_read", "POST", {});
    await until(ben, "globalThis.shown.length === 0");
  });

  test("a message plays a sound, unless it is muted or the user wants none; none of those before the first click is made up for", async () => {
    const { ben, benId, owner, browser, generalId, send, url } = windows;
    const first = await openAs(benEmail);
    const context = await browser.newContext({ storageState: await first.context().storageState() });
    await first.context().close();
    await context.addInitScript(`{
      globalThis.tones = 0;
      document.hasFocus = () => false;
      // What browsers do until the first click. Tests count as clicks there: each look at the page does.
      let isHeldBack = true;
      addEventListener("click", () => { isHeldBack = false; });
      Object.defineProperty(AudioContext.prototype, "state", { get: () => (isHeldBack ? "suspended" : "running") });
      AudioContext.prototype.resume = async () => { while (isHeldBack) await new Promise((go) => setTimeout(go, 50)); };
      const { start } = OscillatorNode.prototype;
      OscillatorNode.prototype.start = function (...when) {
        globalThis.tones += 1;
        return start.apply(this, when);
      };
    }`);
    // Nobody has clicked in this window yet.
    const page = await context.newPage();
    await page.goto(`${url}/#inbox`);
    await page.getByRole("heading", { name: "Inbox" }).waitFor();
    const arrives = async (content: string): Promise<void> => {
      await sendDirect(content);
      const row = page.locator(".inbox-row").filter({ hasText: "Olive Owner" });
      await row.waitFor();
      await page.waitForTimeout(1000);
    };
    const tones = () => page.evaluate("globalThis.tones");
    await arrives("Before any click");
    await arrives("And again");
    expect(await tones()).toBe(0);
    await page.getByRole("heading", { name: "Inbox" }).click();
    await page.waitForTimeout(500);
    expect(await tones()).toBe(0);
    await arrives("Now");
    expect(await tones()).toBe(2);
    // A topic that isn't followed makes none, a mention there does; a muted one makes none either.
    await send(owner, "sounds", "To all");
    await page.locator(".inbox-row").filter({ hasText: "sounds" }).waitFor();
    await page.waitForTimeout(1000);
    expect(await tones()).toBe(2);
    await send(owner, "sounds", `@**Ben Bell|${benId}**`);
    await until(page, "globalThis.tones === 4");
    await ben.callEndpoint("/settings", "PATCH", { enable_sounds: "false" });
    await arrives("In silence");
    expect(await tones()).toBe(4);
    await ben.callEndpoint("/settings", "PATCH", { enable_sounds: "true" });
    await ben.callEndpoint("/user_topics", "POST", {
      stream_id: generalId,
      topic: "sounds",
      visibility_policy: 1,
    });
    await send(owner, "sounds", "Muted");
    await page.waitForTimeout(1500);
    expect(await tones()).toBe(4);
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
    await context.close();
  });

  test("desktop notifications are on only with the browser's permission, which the first click asks for", async () => {
    const ben = await openAs(benEmail);
    await ben.evaluate(`
      globalThis.Notification = class {
        static permission = "default";
        static answer = "denied";
        static requestPermission = async () => (this.permission = this.answer);
        close() {}
      };
    `);
    const clickItem = async (checked: boolean) => {
      await ben.getByRole("button", { name: "You", exact: true }).click();
      await ben.getByRole("menuitemcheckbox", { name: "Desktop notifications", checked }).click();
    };
    await clickItem(false);
    await ben.getByText("Notifications are blocked in your browser’s settings for this site.").waitFor();
    await ben.evaluate("globalThis.Notification.answer = 'granted'");
    await clickItem(false);
    await until(ben, "globalThis.Notification.permission === 'granted'");
    for (const isOn of [true, false]) {
      const changed = ben.waitForResponse("**/json/settings");
      await clickItem(isOn);
      const request = (await changed).request();
      expect(request.postData()).toBe(`enable_desktop_notifications=${!isOn}`);
    }
  });

  test("the title, the tab's icon and the inbox count alike: unread messages, and of muted topics only mentions", async () => {
    const { owner, ben, benId, generalId, send } = windows;
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
    await ben.callEndpoint("/user_topics", "POST", {
      stream_id: generalId,
      topic: "noise",
      visibility_policy: 1,
    });
    const page = await openAs(benEmail);
    const inbox = page.locator("#side").getByRole("link", { name: /^Inbox/ });
    const shows = async (count: number): Promise<void> => {
      await until(
        page,
        `/^\\(\\d+\\)/.exec(document.title)?.[0] === ${count > 0 ? `"(${count})"` : undefined}`,
      );
      expect((await inbox.innerText()).replace(/\D/g, "")).toBe(count > 0 ? `${count}` : "");
      const icon = count > 0 ? "favicon-unread.png" : "favicon.png";
      await until(page, `document.querySelector("link[rel=icon]").href.endsWith("/${icon}")`);
    };
    await shows(0);
    await send(owner, "noise", "One");
    await send(owner, "noise", "Two");
    await send(owner, "calm", "Three");
    await shows(1);
    await send(owner, "noise", `Four, @**Ben Bell|${benId}**`);
    await shows(2);
    const row = page.locator(".inbox-row").filter({ hasText: /^noise/ });
    expect(await row.locator(".count").innerText()).toMatch(/^1\b/);
    const setCount = (desktop_icon_count_display: number) =>
      ben.callEndpoint("/settings", "PATCH", { desktop_icon_count_display });
    await setCount(3);
    await until(page, "document.title.startsWith('(1)')");
    await setCount(4);
    await until(page, "!document.title.startsWith('(')");
    await setCount(1);
    await shows(2);
    // Where the link to the next unread conversation leads, too; keys leave out muted topics.
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: "calm", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Next unread conversation" }).click();
    await page.getByRole("heading", { name: "noise", level: 1 }).waitFor();
    await ben.callEndpoint("/mark_all_as_read", "POST", {});
    await shows(0);
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
    // The part that talks to the app is loaded after the first frame.
    await until(ben, `${lastOf("realm_name")} === "Example"`);
    expect(await ben.evaluate(lastOf("realm_icon_url"))).toMatch(new RegExp(`^${windows.url}/`));
    const before = Number(await ben.evaluate(lastOf("total_unread_count")));
    await windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "To the desk",
    });
    await until(ben, `${lastOf("total_unread_count")} === ${before + 1}`);
    await until(ben, `(${before + 1} > 0) && document.title.startsWith("(${before + 1})")`);
    await until(ben, "globalThis.notices.length > 0");
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
