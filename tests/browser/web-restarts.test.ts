import type { Page } from "playwright-core";
import { endStream, queueOf } from "../support/browser/followed-queue";
import { cachedByAnotherBuild, untilCached } from "../support/browser/stored-state";
import { benEmail, describeInBrowser, message, until, write } from "../support/browser/web-windows";

jest.setTimeout(120_000);

/** Records the requests that a window sends from now on. */
const requestsOf = (page: Page): string[] => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  return asked;
};

describeInBrowser("the web client's windows and restarts", (windows) => {
  const { openAs } = windows;
  const address = (topic: string) =>
    `${windows.url}/#narrow/channel/${windows.generalId}-general/topic/${topic}`;

  test("one of several windows follows the queue for all, and another takes over without losing events when it closes", async () => {
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

  test("windows start from the one that took over from a window that closed, and don't follow the queue themselves", async () => {
    const first = await openAs(benEmail);
    const second = await first.context().newPage();
    await second.goto(address("took-over"));
    await second.getByRole("heading", { name: "general took-over" }).waitFor();
    const asked = requestsOf(first);
    // The second window follows the queue from now on.
    await first.goto("about:blank");
    await first.goto(address("took-over"));
    await first.getByRole("heading", { name: "general took-over" }).waitFor();
    const third = await first.context().newPage();
    const askedByThird = requestsOf(third);
    await third.goto(address("took-over"));
    await third.getByRole("heading", { name: "general took-over" }).waitFor();
    await windows.send(windows.owner, "took-over", "To all three");
    for (const page of [first, second, third]) await message(page, "To all three").waitFor();
    expect([...asked, ...askedByThird].filter((path) => /register|events/.test(path))).toEqual([]);
  });

  test("windows follow one that had a queue of its own when it takes over", async () => {
    const first = await openAs(benEmail);
    const context = first.context();
    const openNext = async (): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(address("frozen"));
      await page.getByRole("heading", { name: "general frozen" }).waitFor();
      return page;
    };
    // A frozen window doesn't answer, so the next one has a queue of its own.
    await first.evaluate(`{
      globalThis.post = BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = () => undefined;
    }`);
    const second = await openNext();
    await first.evaluate("BroadcastChannel.prototype.postMessage = globalThis.post");
    const third = await openNext();
    await first.close();
    await windows.send(windows.owner, "frozen", "To both that are left");
    for (const page of [second, third]) await message(page, "To both that are left").waitFor();
  });

  test("another window takes over from one that no longer answers, which follows it once it is back", async () => {
    await windows.send(windows.owner, "hung", "Begin");
    const first = await openAs(benEmail);
    const openNext = async (): Promise<Page> => {
      const page = await first.context().newPage();
      await page.goto(address("hung"));
      await message(page, "Begin").waitFor();
      return page;
    };
    const [second, third] = [await openNext(), await openNext()];
    const debug = await first.context().newCDPSession(first);
    await debug.send("Debugger.enable");
    const paused = new Promise((resolve) => debug.once("Debugger.paused", resolve));
    await debug.send("Debugger.pause");
    await windows.send(windows.owner, "hung", "Nobody hears this");
    await paused;
    for (const page of [second, third]) await message(page, "Nobody hears this").waitFor({ timeout: 60_000 });
    await write(third, "I do");
    for (const page of [second, third]) await message(page, "I do").waitFor();
    await debug.send("Debugger.resume");
    await debug.detach();
    await first.goto(address("hung"));
    for (const text of ["Nobody hears this", "I do"]) await message(first, text).waitFor();
    // Each of the two may have asked the one that was away, and waits five seconds for its answer before it takes over.
    await third.waitForTimeout(5000);
    const asked = [first, second, third].map(requestsOf);
    for (const text of ["To all", "To all again"]) {
      // One of them goes on with another.
      await endStream(first, windows.ben);
      await windows.send(windows.owner, "hung", text);
      for (const page of [first, second, third]) await message(page, text).last().waitFor();
    }
    for (const page of [first, second, third]) {
      const texts = await page.getByRole("article").locator(".words").allInnerTexts();
      expect(texts).toEqual(["Begin", "Nobody hears this", "I do", "To all", "To all again"]);
    }
    expect(asked.filter((paths) => paths.includes("/json/events/stream"))).toHaveLength(1);
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

  test("a start ignores the state that another build cached, and registers again", async () => {
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
    await windows.send(windows.owner, "ended", "Before the end");
    await message(ben, "Before the end").waitFor();
    const queue = await queueOf(ben);
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
});
