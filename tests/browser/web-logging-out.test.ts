import type { Page } from "playwright-core";
import {
  cachedByAnotherBuild,
  cachedUserIds,
  untilCached,
  untilStored,
} from "../support/browser/stored-state";
import { benEmail, check, describeInBrowser, message, until } from "../support/browser/web-windows";

jest.setTimeout(120_000);

const ownerEmail = "owner@example.com";
const noAnswer = "The server isn’t responding.";
const benPassword = "seven blue elephants";

/** Waits until a start needs no connection. */
const untilInstalled = (page: Page): Promise<void> =>
  until(page, "navigator.serviceWorker.ready.then((one) => one.active !== null)");

/** A second window of the same person. */
const beside = async (page: Page, url: string): Promise<Page> => {
  const other = await page.context().newPage();
  await other.goto(url);
  await other.getByRole("main").waitFor();
  return other;
};

describeInBrowser("what a browser keeps when a session ends", (windows) => {
  const { openAs } = windows;

  test("logging out in one window logs out the others and clears the browser for the next person", async () => {
    const ben = await openAs(benEmail);
    const read = await windows.send(windows.owner, "recently", "Read before");
    await untilCached(ben);
    const other = await beside(ben, `${windows.url}/#recent`);
    await untilStored(other, [read]);
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

  const logOut = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "You", exact: true }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
  };

  test("logging out asks before it loses what only this browser has, and sends and saves it first if it can", async () => {
    const ben = await openAs(benEmail);
    const topic = (name: string) => `#narrow/channel/${windows.generalId}-general/topic/${name}`;
    const go = (hash: string) => ben.evaluate(`location.hash = ${JSON.stringify(hash)}`);
    const field = (name: string) => ben.getByRole("textbox", { name: `Message ${name}` });
    await go(topic("Unsent"));
    // Part of what loads once the window is idle.
    await ben.getByRole("button", { name: "Poll or to-do list" }).waitFor();
    await ben.context().setOffline(true);
    await field("Unsent").fill("Waits for a connection");
    await field("Unsent").press("Enter");
    await go(topic("Begun"));
    await field("Begun").fill("Half a thought");
    await logOut(ben);
    const question = ben.getByRole("dialog", { name: "Log out and lose what you haven’t sent?" });
    await question.getByText("Only this browser has 1 unsent message and 1 draft.").waitFor();
    await check(ben, "log-out-question");
    await question.getByRole("button", { name: "Stay logged in" }).click();
    await question.waitFor({ state: "detached" });
    await expect(field("Begun").inputValue()).resolves.toBe("Half a thought");
    // An edit can't be stored as a draft: what remains is asked about, and nothing else.
    await ben.context().setOffline(false);
    const own = await windows.send(windows.ben, "Begun", "To be changed");
    await go(`${topic("Begun")}/near/${own}`);
    await message(ben, "To be changed").focus();
    await ben.keyboard.press("e");
    await ben.getByRole("textbox", { name: "Edit message" }).fill("Changed");
    await logOut(ben);
    await question.getByText("Only this browser has 1 draft.").waitFor();
    const drafts = await windows.ben.callEndpoint("/drafts", "GET", {});
    expect(drafts).toMatchObject({ drafts: [{ topic: "Begun", content: "Half a thought" }] });
    const sent = await windows.owner.callEndpoint("/messages", "GET", {
      anchor: "newest",
      num_before: 5,
      num_after: 0,
      narrow: JSON.stringify([{ operator: "topic", operand: "Unsent" }]),
    });
    expect(sent).toMatchObject({ messages: [{ content: "<p>Waits for a connection</p>" }] });
    await question.getByRole("button", { name: "Log out anyway" }).click();
    await ben.getByLabel("Password").waitFor();
    expect(await ben.evaluate("JSON.stringify(localStorage)")).toBe("{}");
  });

  test("logging out saves what has just been begun, and asks nothing", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/In time`);
    await ben.getByRole("textbox", { name: "Message In time" }).fill("Just begun");
    await logOut(ben);
    await ben.getByLabel("Password").waitFor();
    const { drafts } = (await windows.ben.callEndpoint("/drafts", "GET", {})) as {
      readonly drafts: readonly object[];
    };
    expect(drafts).toContainEqual(expect.objectContaining({ topic: "In time", content: "Just begun" }));
  });

  test("a session that an administrator ends takes what every window of it shows and stores, except what is unsent", async () => {
    const ben = await openAs(benEmail);
    await untilInstalled(ben);
    const { id } = (await windows.owner.callEndpoint("/messages", "POST", {
      type: "direct",
      to: JSON.stringify([windows.benId]),
      content: "For your eyes only",
    })) as { id: number };
    const direct = "#narrow/dm/1,3-dm";
    await ben.evaluate(`location.hash = "${direct}"`);
    await message(ben, "For your eyes only").waitFor();
    await untilCached(ben);
    await untilStored(ben, [id]);
    const other = await beside(ben, `${windows.url}/${direct}`);
    await message(other, "For your eyes only").waitFor();
    const topic = `#narrow/channel/${windows.generalId}-general/topic/kept`;
    const third = await beside(ben, `${windows.url}/${topic}`);
    await third.getByRole("textbox", { name: "Message kept" }).fill("Half a thought");
    await windows.owner.callEndpoint(`/users/${windows.benId}/sessions`, "DELETE", {});
    for (const page of [ben, other, third]) await page.getByLabel("Password").waitFor({ timeout: 10_000 });
    expect(new URL(ben.url()).search).toBe(`?next=${encodeURIComponent(`/${direct}`)}`);
    expect(await ben.evaluate("indexedDB.databases()")).toEqual([]);
    const left = (await ben.evaluate("Object.keys(localStorage)")) as readonly string[];
    expect(left.filter((name) => !/^parley-(draft|outbox)-/.test(name))).toEqual([]);
    const context = ben.context();
    await context.setOffline(true);
    const late = await context.newPage();
    await late.goto(`${windows.url}/${direct}`);
    await late.getByText(noAnswer).waitFor();
    await expect(late.getByText("For your eyes only").count()).resolves.toBe(0);
    await context.setOffline(false);
    await third.getByLabel("Email").fill(benEmail);
    await third.getByLabel("Password").fill(benPassword);
    await third.getByRole("button", { name: "Log in" }).click();
    await third.getByRole("textbox", { name: "Message kept" }).waitFor();
    await until(third, "document.querySelector('.compose textarea').value === 'Half a thought'");
  });

  test("a window that starts without a connection stores nothing once it learns that its session has ended", async () => {
    const ben = await openAs(benEmail);
    await untilInstalled(ben);
    const read = await windows.send(windows.owner, "before", "Read in time");
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/before"`);
    await message(ben, "Read in time").waitFor();
    await untilCached(ben);
    await untilStored(ben, [read]);
    await ben.context().setOffline(true);
    await ben.reload();
    await message(ben, "Read in time").waitFor();
    await windows.owner.callEndpoint(`/users/${windows.benId}/sessions`, "DELETE", {});
    // Without a connection it can't know.
    await expect(message(ben, "Read in time").count()).resolves.toBe(1);
    await ben.context().setOffline(false);
    await ben.getByLabel("Password").waitFor();
    expect(await ben.evaluate("indexedDB.databases()")).toEqual([]);
  });

  test("people who deactivate their own account leave nothing in the browser", async () => {
    const ben = await openAs(benEmail);
    const read = await windows.send(windows.owner, "finally", "Read last");
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/finally"`);
    await message(ben, "Read last").waitFor();
    await untilCached(ben);
    await untilStored(ben, [read]);
    await ben.evaluate("location.hash = '#settings/account'");
    await ben.getByRole("button", { name: "Deactivate account" }).click();
    await ben.getByRole("dialog").getByRole("button", { name: "Deactivate account" }).click();
    await ben.waitForURL(/\/login/);
    expect(await ben.evaluate("indexedDB.databases()")).toEqual([]);
    await windows.owner.callEndpoint(`/users/${windows.benId}/reactivate`, "POST", {});
  });

  test("a window whose browser somebody else logs into sends nothing in their name, and becomes theirs", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/whose`);
    await ben.getByRole("textbox", { name: "Message whose" }).fill("From Ben alone");
    // Cookies are the browser's, not a window's.
    const context = ben.context();
    await context.clearCookies({ name: "sessionid" });
    await windows.logInWith(context, ownerEmail);
    await ben.getByRole("textbox", { name: "Message whose" }).press("Enter");
    // The login page leads on to the client of the user who has logged in with this browser, though no event comes.
    const picture = `document.querySelector("[aria-label=You] img")?.src`;
    await until(ben, `/avatar\\/\\d+/.test(${picture}) && !${picture}.includes("/avatar/${windows.benId}?")`);
    await expect(ben.getByText("From Ben alone").count()).resolves.toBe(0);
    const { messages } = (await windows.owner.callEndpoint("/messages", "GET", {
      anchor: "newest",
      num_before: 10,
      num_after: 0,
      narrow: JSON.stringify([{ operator: "channel", operand: windows.generalId }]),
    })) as { messages: readonly { content: string }[] };
    expect(messages.map(({ content }) => content).join()).not.toContain("From Ben alone");
  });

  test("a person who logs in after an expired session finds nothing of the previous one", async () => {
    const ben = await openAs(benEmail);
    await ben.goto(`${windows.url}/#narrow/channel/${windows.generalId}-general/topic/left`);
    await ben.getByRole("textbox", { name: "Message left" }).fill("Mine alone");
    const read = await windows.send(windows.owner, "left", "Read by one");
    await untilCached(ben);
    await untilStored(ben, [read]);
    const context = ben.context();
    await ben.close();
    await context.clearCookies();
    const olive = await windows.logInWith(context, ownerEmail);
    expect(await olive.evaluate("JSON.stringify(localStorage)")).not.toContain("Mine alone");
    await untilCached(olive);
    const users = await olive.evaluate(cachedUserIds);
    expect(users).not.toEqual([windows.benId]);
    await untilStored(olive, [read], false);
  });

  /** A browser that shows a notification, and whose push subscription says whether it has ended. */
  const notified = async () => {
    let isUnsubscribed = false;
    const context = await windows.browser.newContext({ permissions: ["notifications"] });
    // Without a push service, the browser of this test has no subscriptions of its own.
    await context.exposeFunction("endSubscription", () => {
      isUnsubscribed = true;
    });
    await context.addInitScript(`PushManager.prototype.getSubscription = async () => ({
      endpoint: "https://push.example/1",
      unsubscribe: () => endSubscription(),
    });`);
    const ben = await windows.logInWith(context, benEmail);
    await untilInstalled(ben);
    await untilCached(ben);
    await ben.evaluate(`navigator.serviceWorker.ready.then((one) =>
      one.showNotification("Olive Owner", { body: "For your eyes only" }))`);
    await until(ben, shownNotifications(1));
    /** Waits until nothing of the notifications is left, in the window of the next user. */
    const untilForgotten = async (page: Page): Promise<void> => {
      await until(page, shownNotifications(0));
      expect(isUnsubscribed).toBe(true);
      isUnsubscribed = false;
    };
    return { ben, untilForgotten, isUnsubscribed: () => isUnsubscribed };
  };
  const shownNotifications = (count: number) => `navigator.serviceWorker.getRegistration()
    .then((one) => one?.getNotifications() ?? [])
    .then((all) => all.length === ${count})`;

  test("a session that is ended elsewhere ends push notifications, and closes those that are shown", async () => {
    const { ben, untilForgotten } = await notified();
    await windows.owner.callEndpoint(`/users/${windows.benId}/sessions`, "DELETE", {});
    await ben.getByLabel("Password").waitFor();
    await untilForgotten(ben);
  });

  test("logging out ends push notifications even if the server refuses that, and closes those that are shown", async () => {
    const { ben, untilForgotten } = await notified();
    await ben.getByRole("button", { name: "You", exact: true }).click();
    await ben.getByRole("menuitem", { name: "Log out" }).click();
    await ben.getByLabel("Password").waitFor();
    await untilForgotten(ben);
  });

  test("a person who logs in after another's session has expired gets none of their notifications", async () => {
    const { ben, untilForgotten, isUnsubscribed } = await notified();
    const context = ben.context();
    await ben.close();
    await context.clearCookies();
    const olive = await windows.logInWith(context, ownerEmail);
    await untilForgotten(olive);
    // Their own stay when they come back.
    await untilCached(olive);
    await olive.reload();
    await olive.getByRole("heading", { name: "Inbox" }).waitFor();
    expect(isUnsubscribed()).toBe(false);
  });

  test("a person who logs in after an update of the client gets none of the notifications of the one before", async () => {
    const { ben, untilForgotten, isUnsubscribed } = await notified();
    const context = ben.context();
    const update = async () => {
      const page = await context.newPage();
      await page.goto(`${windows.url}/health`);
      await page.evaluate(cachedByAnotherBuild);
      await page.close();
    };
    await ben.goto("about:blank");
    await update();
    await ben.goto(`${windows.url}/`);
    await ben.getByRole("heading", { name: "Inbox" }).waitFor();
    await untilCached(ben);
    // Their own stay.
    expect(isUnsubscribed()).toBe(false);
    await ben.close();
    await update();
    await context.clearCookies();
    const olive = await windows.logInWith(context, ownerEmail);
    await untilForgotten(olive);
  });

  test("logging out without a connection empties the browser at once and ends the session at the next contact", async () => {
    const ben = await openAs(benEmail);
    const context = ben.context();
    await untilInstalled(ben);
    await untilCached(ben);
    await until(ben, "document.querySelector('[aria-live]') !== null");
    const cookies = await context.cookies();
    await context.setOffline(true);
    await logOut(ben);
    await ben.getByText("You’re logged out of this browser.").waitFor();
    await check(ben, "logged-out-offline");
    expect(await ben.evaluate(cachedUserIds)).toEqual([]);
    expect(await ben.evaluate("indexedDB.databases()")).toMatchObject([{ name: "parley" }]);
    const stored = await ben.evaluate("JSON.stringify(localStorage)");
    expect(stored).toContain('"parley-leaving"');
    expect(stored).not.toMatch(/draft|outbox|searches/);
    await ben.close();
    await context.setOffline(false);
    const next = await context.newPage();
    await next.goto(`${windows.url}/`);
    await next.getByLabel("Password").waitFor();
    expect(await next.evaluate("localStorage['parley-leaving'] === undefined")).toBe(true);
    const thief = await windows.browser.newContext();
    await thief.addCookies(cookies);
    const answer = await thief.request.get(`${windows.url}/json/session`);
    expect(answer.status()).toBe(401);
    // The next login is one like any other.
    await next.getByLabel("Email").fill(benEmail);
    await next.getByLabel("Password").fill(benPassword);
    await next.getByRole("button", { name: "Log in" }).click();
    await next.getByRole("heading", { name: "Inbox" }).waitFor();
  });

  test("a window that was logged out without a connection ends the session once it has one", async () => {
    const ben = await openAs(benEmail);
    await untilInstalled(ben);
    await until(ben, "document.querySelector('[aria-live]') !== null");
    await ben.context().setOffline(true);
    await logOut(ben);
    await ben.getByText("You’re logged out of this browser.").waitFor();
    await ben.context().setOffline(false);
    await ben.getByLabel("Password").waitFor();
  });

  test("other windows say what logging out without a connection means for them, and ask for a login once there is one", async () => {
    const ben = await openAs(benEmail);
    await untilInstalled(ben);
    await until(ben, "document.querySelector('[aria-live]') !== null");
    const other = await beside(ben, `${windows.url}/#recent`);
    await ben.context().setOffline(true);
    await logOut(ben);
    for (const page of [ben, other]) await page.getByText("You’re logged out of this browser.").waitFor();
    await ben.context().setOffline(false);
    for (const page of [ben, other]) await page.getByLabel("Password").waitFor();
  });

  /** What the browser does when it restores a page from the back/forward cache. */
  const comeBack = (page: Page) =>
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })); undefined");
  const isVisible = (page: Page) => page.evaluate("getComputedStyle(document.body).visibility");

  test("a page restored from the back/forward cache shows nothing once the session has ended", async () => {
    const ben = await openAs(benEmail);
    await windows.send(windows.owner, "cached", "Read before");
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-general/topic/cached"`);
    await message(ben, "Read before").waitFor();
    await ben.getByRole("button", { name: "Snippets" }).waitFor();
    await until(ben, "document.querySelector('[aria-live]') !== null");
    await comeBack(ben);
    await until(ben, "getComputedStyle(document.body).visibility === 'visible'");
    await message(ben, "Read before").waitFor();
    // Without a connection, what was read before can be read again.
    await ben.context().setOffline(true);
    await comeBack(ben);
    await until(ben, "getComputedStyle(document.body).visibility === 'visible'");
    await ben.context().setOffline(false);
    // No event tells the window.
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await ben.route("**/json/session", async (route) => {
      await gate;
      await route.continue();
    });
    await ben.context().clearCookies();
    await comeBack(ben);
    expect(await isVisible(ben)).toBe("hidden");
    letGo();
    await ben.getByLabel("Password").waitFor({ timeout: 10_000 });
  });

  test("a page that the browser shows again is checked from its first moment, too", async () => {
    const context = await windows.browser.newContext({ serviceWorkers: "block" });
    // Code that no first screen needs never arrives.
    await context.route(/deferred/, () => undefined);
    const ben = await windows.logInWith(context, benEmail);
    await context.clearCookies();
    await comeBack(ben);
    await ben.getByLabel("Password").waitFor({ timeout: 10_000 });
  });

  test("a page whose user has logged out shows nothing when it is restored from the back/forward cache", async () => {
    const ben = await openAs(benEmail);
    // The page stays as the browser would keep it.
    await ben.route(`${windows.url}/login`, (route) => route.fulfill({ status: 204 }));
    await ben.getByRole("button", { name: "You", exact: true }).click();
    const left = ben.waitForRequest(
      (request) => request.url() === `${windows.url}/login` && request.isNavigationRequest(),
    );
    await ben.getByRole("menuitem", { name: "Log out" }).click();
    await left;
    await comeBack(ben);
    await ben.getByLabel("Password").waitFor();
  });
});
