import type { BrowserContextOptions, Page } from "playwright-core";
import { endStream } from "../support/browser/followed-queue";
import { benEmail, describeInBrowser, message, until } from "../support/browser/web-windows";
import { type MeddlingProxy, startMeddlingProxy } from "../support/servers/meddling-proxy";

jest.setTimeout(120_000);

describeInBrowser("how events reach the web client", (windows) => {
  let proxy: MeddlingProxy;

  beforeAll(async () => {
    proxy = await startMeddlingProxy();
  });
  afterAll(() => proxy?.stop());

  /** A window at a topic, what it asks for events from the start, and whether it ever says that there is no connection. */
  const openAt = async (topic: string, options: BrowserContextOptions = {}) => {
    const context = await windows.browser.newContext(options);
    const asked: string[] = [];
    context.on("request", (one) => {
      const { pathname, searchParams } = new URL(one.url());
      if (!pathname.startsWith("/json/events")) return;
      asked.push(
        searchParams.has("dont_block") ? "quick poll" : pathname.endsWith("/stream") ? "stream" : "poll",
      );
    });
    const ben = await windows.logInWith(context, benEmail);
    await ben.evaluate(`{
      globalThis.wasLost = false;
      const look = () => (globalThis.wasLost ||= document.body.innerText.includes("No connection"));
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
    }`);
    await ben.evaluate(`location.hash = "#narrow/channel/${windows.generalId}-x/topic/${topic}"`);
    await ben.getByRole("heading", { name: `general ${topic}` }).waitFor();
    return { ben, asked };
  };
  const hears = async (page: Page, topic: string, text: string): Promise<void> => {
    await windows.send(windows.owner, topic, text);
    await message(page, text).waitFor();
  };
  const neverLost = (page: Page) => until(page, "globalThis.wasLost === false");

  test("one stream brings them all, and when it ends, the next one brings the rest", async () => {
    const { ben, asked } = await openAt("brook");
    for (const text of ["One drop", "Another drop", "🎈 and “a third”"]) await hears(ben, "brook", text);
    expect(asked).toEqual(["stream"]);
    await endStream(ben, windows.ben);
    await hears(ben, "brook", "After the bend");
    expect(asked).toEqual(["stream", "stream"]);
    await expect(ben.getByRole("article").count()).resolves.toBe(4);
    await neverLost(ben);
  });

  test("a proxy that cuts quiet streams off goes unnoticed", async () => {
    proxy.holdsBack = false;
    const { ben, asked } = await openAt("mill", { proxy: { server: proxy.url } });
    await hears(ben, "mill", "Before the cut");
    proxy.cut();
    await windows.send(windows.owner, "mill", "During the cut");
    await hears(ben, "mill", "After the cut");
    await message(ben, "During the cut").waitFor();
    expect(asked).toEqual(["stream", "stream"]);
    await neverLost(ben);
  });

  test("behind a proxy that holds streams back, polls bring them", async () => {
    proxy.holdsBack = true;
    const { ben, asked } = await openAt("dam", { proxy: { server: proxy.url } });
    await hears(ben, "dam", "Behind the dam");
    await hears(ben, "dam", "Another day behind the dam");
    expect(asked.slice(0, 3)).toEqual(["stream", "quick poll", "poll"]);
    expect(asked.slice(3).every((one) => one === "poll")).toBe(true);
    await neverLost(ben);
  });
});
